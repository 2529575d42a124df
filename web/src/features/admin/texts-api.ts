import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, getEditableTextOptions, previewTextOptions } from '~/api/queries';

/** One text. What is being edited must not change under the cursor, also not after a refusal. */
export const textQuery = (slug: string) =>
  queryOptions({
    ...getEditableTextOptions({ path: { slug } }),
    select: dataOf,
    staleTime: 'static',
    gcTime: 5_000,
  });

/** How a body will read; the last one stands until the next is there. */
export const previewQuery = (body: string) =>
  queryOptions({
    ...previewTextOptions({ body: { body } }),
    select: ({ data }) => data.html,
    staleTime: 'static',
    gcTime: 5_000,
    placeholderData: keepPreviousData,
  });
