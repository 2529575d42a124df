import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, getEditableTextOptions, previewTextOptions } from '~/api/queries';

/** One text. It is asked for again when something was changed, and the form tells what is another one by then. */
export const textQuery = (slug: string) =>
  queryOptions({
    ...getEditableTextOptions({ path: { slug } }),
    select: dataOf,
    staleTime: Number.POSITIVE_INFINITY,
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
