/** Builds the applications of the tests, as their own tools would. */
import { fileURLToPath } from 'node:url';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';

const svelte: Plugin = {
  name: 'svelte',
  transform(code, id) {
    return id.endsWith('.svelte') ? { code: compile(code, { filename: id }).js.code, map: null } : undefined;
  },
};

/** The script of an application. */
export async function buildApplication(file: string, more: Plugin[] = []): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [...more, svelte],
    // React mounts everything twice in development: an application has to stand it.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: { conditions: ['browser', 'svelte', 'import', 'module', 'development'] },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: fileURLToPath(new URL(file, import.meta.url)), output: { format: 'iife' } },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error(`${file} was not built`);
  return chunk.code;
}
