/** Made by vite.config.ts from the committed OpenAPI document. */
declare module 'virtual:api-reference' {
  const reference: import('./condense').ApiReference;
  export default reference;
}
