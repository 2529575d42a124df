import { queryOptions } from '@tanstack/react-query';
import { getEditableText, listEditableTexts, resetText as resetTextCall, type TextForm, updateText } from '~/api/sdk';

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

export const saveText = async (slug: string, body: TextForm) => (await updateText({ path: { slug }, body })).data.data;

export const resetText = (slug: string) => resetTextCall({ path: { slug } });
