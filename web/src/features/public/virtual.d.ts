declare module 'virtual:samples' {
  const samples: import('./samples').Sample[];
  export default samples;
}
