import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';

/** A text of a public page in the list. */
export interface TextRow {
  slug: string;
  /** `policy`, `page` or `help`. */
  kind: string;
  title: string;
  section: string;
  /** Whether it differs from what the program brings along. */
  is_changed: boolean;
  updated_at: string;
}

/** A text to edit. */
export interface EditedText extends TextRow {
  /** What search engines show. */
  description: string;
  /** Markdown. */
  body: string;
  /** The body as the public page shows it. */
  html: string;
  /** The state that was read; an edit of an older one is refused. */
  version: number;
}

/** What is saved. */
export interface TextBody {
  title: string;
  description: string;
  body: string;
  version: number;
}

export const textsQuery = queryOptions({
  queryKey: ['admin', 'texts', 'list'],
  queryFn: async ({ signal }) => (await call<{ data: TextRow[] }>('GET', '/api/admin/texts', { signal })).data,
});

export const textQuery = (slug: string) =>
  queryOptions({
    queryKey: ['admin', 'texts', 'one', slug],
    queryFn: async ({ signal }) =>
      (await call<{ data: EditedText }>('GET', `/api/admin/texts/${encodeURIComponent(slug)}`, { signal })).data,
    // What is being edited must not change under the cursor.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const saveText = async (slug: string, body: TextBody) =>
  (await call<{ data: EditedText }>('PUT', `/api/admin/texts/${encodeURIComponent(slug)}`, { body })).data;

export const resetText = (slug: string) => call('DELETE', `/api/admin/texts/${encodeURIComponent(slug)}`);
