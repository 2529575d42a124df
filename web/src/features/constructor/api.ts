import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { Block, Template } from '~/api/types';
import { type Draft, draftBody } from './draft';

/** Templates change with a release only. */
const TEMPLATES_KEPT_MS = 10 * 60_000;

/** The templates that a new block may have. */
export const templatesQuery = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: async ({ signal }) => (await call<{ data: Template[] }>('GET', '/api/webmaster/templates', { signal })).data,
  staleTime: TEMPLATES_KEPT_MS,
});

/** One template, also one that is no longer offered. */
export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: async ({ signal }) =>
      (await call<{ data: Template }>('GET', `/api/webmaster/templates/${id}`, { signal })).data,
    staleTime: TEMPLATES_KEPT_MS,
  });

/** One block. */
export const blockQuery = (id: string) =>
  queryOptions({
    queryKey: ['blocks', 'one', id],
    queryFn: async ({ signal }) => (await call<{ data: Block }>('GET', `/api/webmaster/blocks/${id}`, { signal })).data,
  });

/** The server's verdict on CSS: the same scoped to the block, or an error that names the line. */
export const stylesQuery = (css: string) =>
  queryOptions({
    queryKey: ['styles', css],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: { compiled_styles: string } }>('POST', '/api/webmaster/styles', {
          body: { custom_styles: css },
          signal,
        })
      ).data.compiled_styles,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: css.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Makes a block on a site, or changes the one given. */
export function useSaveBlock(site: number, template: Template, block: Block | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const body = draftBody(draft, template, block?.version);
      const path = block ? `/api/webmaster/blocks/${block.id}` : `/api/webmaster/sites/${site}/blocks`;
      return (await call<{ data: Block }>(block ? 'PUT' : 'POST', path, { body })).data;
    },
    onSuccess: async (saved) => {
      client.setQueryData(blockQuery(String(saved.id)).queryKey, saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['blocks', 'list'] }),
        client.invalidateQueries({ queryKey: ['sites'] }),
      ]);
    },
  });
}
