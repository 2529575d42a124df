import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paths } from './paths';

const tree = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8');

it('leads to pages that exist', () => {
  const routes = [...tree.matchAll(/fullPath: '([^']+)'/g)].map((match) => (match[1] ?? '').replace(/(?<=.)\/$/, ''));
  expect(routes.length).toBeGreaterThan(10);
  const exists = (path: string) =>
    routes.some((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path));
  const all = Object.entries(paths).map(([name, make]) => [name, (make as (...ids: number[]) => string)(1, 2, 3)] as const);
  expect(all.filter(([, path]) => !exists(path))).toEqual([]);
});
