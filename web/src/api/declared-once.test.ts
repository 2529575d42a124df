// @vitest-environment node
/** Calls, their keys and what they answer are declared once, by the generator: nothing asks the API by hand. */

const sources = import.meta.glob<string>(
  ['../{app,features,layouts,lib,routes,ui}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** Ways to ask by hand. */
const BY_HAND: Record<string, RegExp> = {
  'a call by its path': /import \{[^}]*\b(?:call|send)\b[^}]*\} from '~\/api\/http'/,
  'a key of its own': /\bqueryKey: \[\s*['"`]/,
  'a question of its own': /\bqueryFn:/,
  'a function of the client':
    /import (?!type\b)(?:\{(?:\s*type \w+,)*\s*(?!type )\w+[^}]*\}|\* as \w+) from '~\/api\/sdk'/,
  'an address of its own': /(?<![\w.])fetch\(/,
};

/** Pages for visitors load no client at first, and who is logged in is asked before there is a page. */
const VISITORS = [
  'app/queries.ts',
  'features/confirm/api.ts',
  'features/public/contacts-page.tsx',
  'features/public/site.tsx',
  'features/public/text.ts',
  'features/reset/api.ts',
  'features/signup/api.ts',
];

/**
 * The session is asked for before there is a client, and ends when the page does; the choice of cookies asks for the page; the
 * reference shows how others ask.
 */
const BELOW = ['app/cookie-choice.ts', 'app/log-out.ts', 'app/session.ts', 'features/api-doc/examples.ts'];

/** What is saved as a file needs the head of the answer, which queries and mutations leave out. */
const FILES = [
  'features/account/api.ts',
  'features/ads/import/import-page.tsx',
  'features/clicks/sides.ts',
  'features/finance/files.ts',
  'features/money/files.ts',
  'features/statistics/push-side.ts',
  'features/statistics/sides.ts',
];

/** Files that ask by hand, and how. */
const found = Object.entries(sources).flatMap(([path, text]) => {
  const ways = Object.keys(BY_HAND).filter((way) => BY_HAND[way]?.test(text));
  return ways.length > 0 ? [{ path: path.replace('../', ''), ways }] : [];
});

test('only pages for visitors and files ask by hand', () => {
  const allowed = new Set([...VISITORS, ...BELOW, ...FILES]);
  expect(found.filter(({ path }) => !allowed.has(path))).toEqual([]);
});

test('whoever may ask by hand does', () => {
  const asking = new Set(found.map(({ path }) => path));
  expect([...VISITORS, ...BELOW, ...FILES].filter((path) => !asking.has(path))).toEqual([]);
});

/** Folders, and what nothing in them may import. */
const BORDERS = {
  ui: /^import (?!type\b)[^;]* from '(?:~\/features|\.\.\/features|~\/api\/(?:sdk|queries|http)|@tanstack\/react-query)/m,
  lib: /^import (?!type\b)[^;]* from '(?:~\/(?:app|features|layouts|routes|ui)|\.\.\/(?:app|features|ui)|react|@tanstack\/react-query)/m,
};

test('limits end in what they limit: TITLE_MAX', () => {
  expect(
    Object.entries(sources)
      .filter(([, text]) => /\bconst (?:MIN|MAX)_/.test(text))
      .map(([path]) => path),
  ).toEqual([]);
});

test('an import of several lines is one as well', () => {
  for (const banned of Object.values(BORDERS)) {
    expect(banned.test("import {\n  a,\n  type B,\n} from '~/features/x';")).toBe(true);
    expect(banned.test("import type {\n  B,\n} from '~/features/x';\nimport { c } from './c';")).toBe(false);
  }
});

test.each(Object.entries(BORDERS))('%s stands by itself', (folder, banned) => {
  const files = Object.entries(sources).filter(([path]) => path.startsWith(`../${folder}/`));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(([, text]) => banned.test(text)).map(([path]) => path)).toEqual([]);
});
