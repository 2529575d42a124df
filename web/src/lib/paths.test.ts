import { expect, it } from 'vitest';
import tree from '../routeTree.gen.ts?raw';
import { paths } from './paths';

it('leads to pages that exist', () => {
  const routes = [...tree.matchAll(/fullPath: '([^']+)'/g)].map((match) => (match[1] ?? '').replace(/(?<=.)\/$/, ''));
  expect(routes.length).toBeGreaterThan(10);
  const exists = (path: string) =>
    routes.some((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path));
  const all = Object.entries(paths).map(
    ([name, make]) => [name, (make as (...ids: number[]) => string)(1, 2, 3)] as const,
  );
  expect(all.filter(([, path]) => !exists(path))).toEqual([]);
});
