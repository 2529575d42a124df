import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '~/api/download';
import {
  addAccountRoleMutation,
  dataOf,
  getPostbackSecretOptions,
  getSecondFactorOptions,
  listAccountNoticesOptions,
  listApiTokensOptions,
  listSessionsOptions,
  updateAccountNoticesMutation,
} from '~/api/queries';
import { exportAccount } from '~/api/sdk';

export { saveFile } from '~/api/download';

export const secondFactorQuery = queryOptions({ ...getSecondFactorOptions(), select: dataOf });

export const sessionsQuery = queryOptions({ ...listSessionsOptions(), select: dataOf });

export const tokensQuery = listApiTokensOptions();

export const postbackSecretQuery = queryOptions({ ...getPostbackSecretOptions(), select: dataOf });

export const noticesQuery = queryOptions({ ...listAccountNoticesOptions(), select: dataOf });

/** Switches kinds of mail; at once on the screen, back when refused. */
export function useSaveNotices(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const { queryKey } = listAccountNoticesOptions();
  return useMutation({
    ...updateAccountNoticesMutation(),
    onMutate: async ({ body: { off } }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const isOff = (kind: string) => off.some((one) => one === kind);
      client.setQueryData(
        queryKey,
        (now) => now && { data: now.data.map((one) => ({ ...one, is_on: one.is_required || !isOff(one.kind) })) },
      );
      return before;
    },
    onError: (error, _off, before) => {
      client.setQueryData(queryKey, before);
      onRefused(error);
    },
  });
}

/** Takes a second role. */
export const useTakeRole = () => useMutation(addAccountRoleMutation());

/** Everything that is kept about the user, as a file. */
export async function downloadExport(): Promise<void> {
  download(await exportAccount({ parseAs: 'blob' }), 'placard-account.json');
}
