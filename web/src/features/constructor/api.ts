import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { checkStylesOptions, dataOf, getBlockOptions, getTemplateOptions, listTemplatesOptions } from '~/api/queries';
import type { Template } from '~/api/types';

/** Templates change with a release, and when the network withdraws one. */
const TEMPLATES_KEPT_MS = 60_000;

/** The templates that a new block may have. */
export const templatesQuery = queryOptions({
  ...listTemplatesOptions(),
  select: ({ data }) => data as unknown as Template[],
  staleTime: TEMPLATES_KEPT_MS,
});

/** One template, also one that is no longer offered. */
export const templateQuery = (id: number) =>
  queryOptions({
    ...getTemplateOptions({ path: { id } }),
    select: ({ data }) => data as unknown as Template,
    staleTime: TEMPLATES_KEPT_MS,
  });

/** One block. */
export const blockQuery = (id: string) =>
  queryOptions({ ...getBlockOptions({ path: { id: Number(id) } }), select: dataOf });

/** The server's verdict on CSS: the same scoped to the block, or an error that names the line. */
export const stylesQuery = (css: string) =>
  queryOptions({
    ...checkStylesOptions({ body: { custom_styles: css } }),
    select: ({ data }) => data.compiled_styles,
    staleTime: 'static',
    enabled: css.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
