import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../../web/api/openapi.json',
  output: { path: '../../web/src/api/gen', clean: true },
  plugins: [
    { name: '@hey-api/client-fetch', runtimeConfigPath: '../config', throwOnError: true },
    '@hey-api/typescript',
    '@hey-api/sdk',
    { name: '@tanstack/react-query', queryKeys: { tags: true }, infiniteQueryOptions: false },
  ],
});
