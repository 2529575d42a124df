// @vitest-environment node
/** The list of cookies and storage in the policy is complete: it is compared with the names in the source. */
import { storageKey } from '@tanstack/router-core';

const sources = import.meta.glob<string>(
  [
    '../**/*.{ts,tsx}',
    '../../public/*.js',
    '../../../tag/src/**/*.ts',
    '../../../crates/common/src/visit.rs',
    '../../../crates/server/src/web/visit.rs',
    '../../../crates/api/src/auth/devices.rs',
    '!../**/*.test.{ts,tsx}',
    '!../test/**',
    '!../api/gen/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const policy = import.meta.glob<string>('../../../crates/api/assets/texts/policy/cookies.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Names of locks look alike and keep nothing. */
const LOCK = /locks\s*\.request\(\s*'[^']*'/g;
/** Entries of the storage are called `placard.…`; a name that goes on with something is told with an ellipsis. */
const ENTRY = /['"`](placard\.[a-z]\w*\.?)(?:\$\{[^`]*)?['"`]/g;
/** Names of cookies stand in constants. */
const COOKIE = /const (?:[A-Z]+_)?COOKIE(?:: &str)? = ['"](\w+)['"]/g;

const told = (name: string) => name.replace(/[._]$/, (end) => `${end}…`);

function namesInSource(): Set<string> {
  // The router keeps this one by itself, because scroll positions are restored.
  const names = new Set<string>([storageKey]);
  for (const text of Object.values(sources)) {
    const code = text.replaceAll(LOCK, '');
    for (const [, name = ''] of [...code.matchAll(ENTRY), ...code.matchAll(COOKIE)]) names.add(told(name));
  }
  return names;
}

test('the list of cookies and storage is complete, and names nothing that is not there', () => {
  const text = Object.values(policy)[0] ?? '';
  const listed = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
  expect([...listed].sort()).toEqual([...namesInSource()].sort());
});

test('whatever is kept is kept by a name that this test can find', () => {
  const use =
    /\b(?:localStorage|sessionStorage|tabStorage|shared|storage)\s*\.(?:get|set|remove)Item\(\s*(['"`])(?!placard\.)/;
  for (const [path, text] of Object.entries(sources)) expect(use.test(text), path).toBe(false);
});
