import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getEditableText,
  listEditableTexts,
  previewText,
  resetText as resetTextCall,
  type TextForm,
  updateText,
} from '~/api/sdk';

export const textsQuery = queryOptions({
  queryKey: ['admin', 'texts', 'list'],
  queryFn: async ({ signal }) => (await listEditableTexts({ signal })).data.data,
});

export const textQuery = (slug: string) =>
  queryOptions({
    queryKey: ['admin', 'texts', 'one', slug],
    queryFn: async ({ signal }) => (await getEditableText({ path: { slug }, signal })).data.data,
    // What is being edited must not change under the cursor.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5_000,
  });

/** How a body will read; the last one stands until the next is there. */
export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['admin', 'texts', 'preview', body],
    queryFn: async ({ signal }) => (await previewText({ body: { body }, signal })).data.data.html,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5_000,
    placeholderData: keepPreviousData,
  });

export const saveText = async (slug: string, body: TextForm) => (await updateText({ path: { slug }, body })).data.data;

export const resetText = (slug: string) => resetTextCall({ path: { slug } });
