import { afterEach, expect, it, vi } from 'vitest';
import { FILES, rewritten } from './files';

afterEach(() => vi.unstubAllGlobals());

const answers = (head: Record<string, string>) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(decodeURIComponent(new URL(url).search));
    return new Response('a,b', { headers: { 'content-type': 'text/csv', ...head } });
  });
  return asked;
};

it('is called what the server calls it, and has all rows as a spreadsheet reads them', async () => {
  const asked = answers({ 'content-disposition': 'attachment; filename="clicks-2026-11.csv"' });
  const file = await FILES.advertiserClicks({});
  expect(file.name).toBe('clicks-2026-11.csv');
  expect(await file.content.text()).toBe('a,b');
  expect(asked).toEqual(['?format=csv_file&decimal=comma']);
});

it('has a name where the server gives none, which stays when the text is written anew', async () => {
  answers({});
  const file = await rewritten(await FILES.webmasterStatement('2026-10', 'csv'), (csv) => csv.toUpperCase());
  expect(file.name).toBe('statement-2026-10.csv');
  expect(file.content.size).toBe(3);
});
