import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { condense, type OpenApi } from './src/features/api-doc/condense.ts';
import { samplesOf } from './src/features/public/samples.ts';

/** Where the development server finds the Placard binary. */
const BACKEND = process.env.PLACARD_BACKEND ?? 'http://127.0.0.1:8080';

/** What the setting `push_campaigns.proxy_token` of that binary is: calls of the push API need no login then. */
const PUSH_TOKEN = process.env.PLACARD_PUSH_TOKEN ?? '';

/** The shell is app.html, so that a pre-rendered home page may be index.html; the development server is told so. */
const shell: Plugin = {
  name: 'placard-shell',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const path = request.url?.split('?')[0] ?? '/';
      const isPage = request.headers.accept?.includes('text/html') && !path.includes('.') && !path.startsWith('/demo');
      if (isPage) request.url = '/app.html';
      next();
    });
  },
};

/** One small file a country, served as it is: /flags/DE.svg. */
const flagFolder = fileURLToPath(new URL('../node_modules/country-flag-icons/3x2', import.meta.url));
const flags: Plugin = {
  name: 'placard-flags',
  configureServer(server) {
    server.middlewares.use('/flags', (request, response, next) => {
      const name = /^\/([A-Z]{2}\.svg)$/.exec(request.url ?? '')?.[1];
      if (!name) return next();
      response.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(flagFolder, name)));
    });
  },
  generateBundle() {
    for (const name of readdirSync(flagFolder).filter((file) => /^[A-Z]{2}\.svg$/.test(file))) {
      this.emitFile({ type: 'asset', fileName: `flags/${name}`, source: readFileSync(join(flagFolder, name)) });
    }
  },
};

/** The API reference as a module: what its page shows of the OpenAPI document, and nothing more of it. */
const apiDocument = fileURLToPath(new URL('./api/openapi.json', import.meta.url));
const apiReference: Plugin = {
  name: 'placard-api-reference',
  resolveId: (id) => (id === 'virtual:api-reference' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:api-reference') return undefined;
    this.addWatchFile(apiDocument);
    return `export default ${JSON.stringify(condense(JSON.parse(readFileSync(apiDocument, 'utf8')) as OpenApi))}`;
  },
};

/** What the page of samples says of the templates: their settings, which are most of that file, come with what draws them. */
const templatesFile = fileURLToPath(new URL('../tag/render/templates.json', import.meta.url));
const samples: Plugin = {
  name: 'placard-samples',
  resolveId: (id) => (id === 'virtual:samples' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:samples') return undefined;
    this.addWatchFile(templatesFile);
    return `export default ${JSON.stringify(samplesOf(JSON.parse(readFileSync(templatesFile, 'utf8'))))}`;
  },
};

/**
 * Icons from a file each. By way of the file that names them all, every icon would seem to be of everybody who uses one, and
 * could not be told to a chunk.
 */
const ICONS = /import \{([^}]*)\} from '@tabler\/icons-react';/g;
const icons: Plugin = {
  name: 'placard-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?/, code: '@tabler/icons-react' },
    handler: (code) => ({
      code: code.replace(ICONS, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
          .join(' '),
      ),
      map: null,
    }),
  },
};

/** Pages that are drawn before they are sent, and what every page begins with. */
const PLAIN = /\/src\/(routes\/(_public|_auth)|main\.tsx)/;
/** Pages that use what comes with the first page of a cabinet: about every third. */
const CABINET_SHARE = 55;
/** Pages that use an icon which comes with the others: fewer bring it along. */
const ICON_SHARE = 4;

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Names a chunk of what no plain page uses: together with what one does, plain pages would load it. */
const notPlain = (chunk: string) => (module: string, modules: Modules) => {
  const users = new Set([module]);
  for (const id of users) {
    if (PLAIN.test(id)) return null;
    for (const importer of modules.getModuleInfo(id)?.importers ?? []) users.add(importer);
  }
  return chunk;
};

/** Files of a few hundred bytes that nearly all pages of cabinets need. */
const TOO_SMALL_TO_NAME =
  /\/(Icon[A-Z]\w*|[\w-]+\.gen|rolldown-runtime|ago|choices|first-error|hydrated|names|page-data|use-(debounced-value|now|page-that-is)|useMutationState|useSuspenseQuery)-[\w-]{8}\.js$/;

/**
 * Files of tests by their ending. Modules are loaded once for many of them, which is half of what they cost; those that put something
 * in the place of a module, load them anew, or say `// Alone:` and why, have modules of their own.
 */
const sources = fileURLToPath(new URL('./src', import.meta.url));
const tests = (isAlone: boolean, ending: string) =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .filter(
      (name) =>
        /\bvi\.((do)?mock|resetModules)\(|^\/\/ Alone: /im.test(readFileSync(join(sources, name), 'utf8')) === isAlone,
    )
    .map((name) => `src/${name}`);

const page = {
  environment: 'jsdom',
  globals: true,
  setupFiles: ['./src/test/setup.ts', './src/test/leave.ts'],
  // Looking elements up by role takes its time where the machine has other work.
  testTimeout: 30_000,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    shell,
    flags,
    apiReference,
    samples,
    icons,
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent', 'loader']],
      },
    }),
    react(),
  ],
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./src', import.meta.url)),
      // The code that draws blocks on webmasters' pages draws the previews too.
      '@render': fileURLToPath(new URL('../tag/render', import.meta.url)),
    },
  },
  build: {
    target: 'baseline-widely-available',
    // Native light-dark() must stay in the style sheets: the polyfill would resolve it at :root and break islands.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: !isSsrBuild,
    // The entry names beside each page what to load with it. What is smaller than what it takes to name it is left to the
    // modules that import it: icons, lists of words, the runtime, which is always there.
    modulePreload: {
      resolveDependencies: (_, files) => files.filter((file) => !TOO_SMALL_TO_NAME.test(file)),
    },
    // What draws pages without a browser is a tool of the build and no part of what is served.
    ...(isSsrBuild ? { outDir: '.ssr', copyPublicDir: false } : {}),
    // Small fonts would become data: addresses, which the policy of pages forbids.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      // What draws pages without a browser needs at once what a browser loads later.
      checks: { ineffectiveDynamicImport: !isSsrBuild },
      input: { app: fileURLToPath(new URL('./app.html', import.meta.url)) },
      // What the entry and every page need is one chunk with all it stands on: dozens of small ones compress badly, and each
      // is listed in the entry again for every page that is loaded later.
      // The same goes for what every widget stands on, for what many pages of cabinets use, and for icons, which are smaller
      // than what it takes to name them; no plain page loads those.
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', test: /\/src\/(main\.tsx|app\/page\.ts|api\/http\.ts|ui\/logo\.tsx)$/ },
            { name: 'widgets', test: /\/@mantine\/core\/esm\/(core|components\/(Menu|Popover|Tooltip|Input))\// },
            {
              name: notPlain('icons'),
              debugName: 'icons',
              test: /\/@tabler\/icons-react\//,
              minShareCount: ICON_SHARE,
              includeDependenciesRecursively: false,
            },
            {
              name: notPlain('cabinet'),
              debugName: 'cabinet',
              minShareCount: CABINET_SHARE,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // Before its shorter neighbour, which begins alike.
      '/api-push-proxy': { target: BACKEND, headers: PUSH_TOKEN ? { authorization: `Bearer ${PUSH_TOKEN}` } : {} },
      ...Object.fromEntries(
        ['/api', '/api_v2', '/m/', '/c/', '/d/', '/demo', '/postback'].map((path) => [path, BACKEND]),
      ),
    },
  },
  test: {
    env: { TZ: 'UTC' },
    css: false,
    // One after the other: what ends a file is named last, and runs first.
    sequence: { setupFiles: 'list' },
    // All processors: left alone, one of them would only watch.
    maxWorkers: '100%',
    projects: [
      // Rules need no page; what needs one says so by its ending.
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          globals: true,
          isolate: false,
          setupFiles: ['./src/test/leave.ts'],
          include: tests(false, '.test.ts'),
        },
      },
      {
        extends: true,
        test: { name: 'rules alone', environment: 'node', globals: true, include: tests(true, '.test.ts') },
      },
      {
        extends: true,
        test: {
          ...page,
          name: 'page',
          isolate: false,
          environment: './src/test/lasting-jsdom.ts',
          include: tests(false, '.test.tsx'),
        },
      },
      { extends: true, test: { ...page, name: 'page alone', include: tests(true, '.test.tsx') } },
    ],
  },
}));
