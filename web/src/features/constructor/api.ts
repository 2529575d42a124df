import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkStylesOptions,
  createBlockMutation,
  dataOf,
  getBlockOptions,
  getTemplateOptions,
  listTemplatesOptions,
  make,
  updateBlockMutation,
} from '~/api/queries';
import type { Block, BlockForm } from '~/api/sdk';
import type { Template } from '~/api/types';
import { type Draft, draftBody } from './draft';

/** Templates change with a release only. */
const TEMPLATES_KEPT_MS = 10 * 60_000;

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

/** Makes a block on a site, or changes the one given. */
export function useSaveBlock(site: number, template: Template, block: Block | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const body = draftBody(draft, template, block?.version) as BlockForm;
      const { data } = block
        ? await make(updateBlockMutation, { path: { id: block.id }, body }, client)
        : await make(createBlockMutation, { path: { site_id: site }, body }, client);
      return data;
    },
    onSuccess: (saved) => client.setQueryData(blockQuery(String(saved.id)).queryKey, { data: saved }),
  });
}
