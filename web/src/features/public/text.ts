import { queryOptions } from '@tanstack/react-query';
import { type AnyRoute, notFound } from '@tanstack/react-router';
import { call } from '~/api/http';
import { ApiError } from '~/api/problem';
import type { Text, TextEntry } from '~/api/sdk';
import { formatDate } from '~/lib/format';
import type { RouterContext } from '~/router';
import { pageJson, place } from './page-data';

export type { Text, TextEntry } from '~/api/sdk';

/** Where a pre-rendered page holds the places of a text. */
const PLACES: Text = {
  slug: place('text.slug'),
  // No page shows it.
  kind: 'page',
  title: place('text.title'),
  description: place('text.description'),
  section: place('text.section'),
  html: place('text.html'),
  updated_at: place('text.updated'),
};

/** A text by its slug; a pre-rendered page brings its own along. */
export const textQuery = (slug: string) =>
  queryOptions({
    queryKey: ['text', slug],
    queryFn: async ({ signal }) =>
      (await call<{ data: Text }>('GET', `/api/texts/${encodeURIComponent(slug)}`, { signal })).data,
    initialData: () => {
      const text = pageJson('text-data') as Text | null;
      return text?.slug === slug ? text : undefined;
    },
    staleTime: 5 * 60_000,
  });

/** Texts whose words hold `search`, or all of a kind. */
export const textsQuery = (kind: string, search: string) =>
  queryOptions({
    queryKey: ['texts', kind, search],
    queryFn: async ({ signal }) =>
      (await call<{ data: TextEntry[] }>('GET', '/api/texts', { query: { kind, search }, signal })).data,
    // The page of the help center brings its whole list along.
    initialData: () => (kind === 'help' && search === '' && (pageJson('help-data') as TextEntry[] | null)) || undefined,
    staleTime: 5 * 60_000,
  });

/** The text of a page before it is drawn; an unknown one is no page. */
export async function loadText(context: RouterContext, slug: string): Promise<Text> {
  if (import.meta.env.SSR) return PLACES;
  try {
    return await context.queryClient.ensureQueryData(textQuery(slug));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

/** The text of a page whose route names it. */
export const loadPageText = ({ context, route }: { context: RouterContext; route: AnyRoute }): Promise<Text> =>
  loadText(context, route.options.staticData?.head?.text ?? '');

/** The day of the last change as it is written; a pre-rendered page holds its place. */
export function updatedText(text: Text): string {
  return import.meta.env.SSR ? text.updated_at : formatDate(text.updated_at);
}
