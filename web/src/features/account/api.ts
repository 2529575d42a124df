import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addAccountRoleMutation,
  dataOf,
  getPostbackSecretOptions,
  getSecondFactorOptions,
  listAccountNoticesOptions,
  listApiTokensOptions,
  updateAccountNoticesMutation,
} from '~/api/queries';
import type { ListAccountNoticesResponse, NoticeName, NoticesForm } from '~/api/sdk';

export { saveFile } from '~/api/download';

export const secondFactorQuery = queryOptions({ ...getSecondFactorOptions(), select: dataOf });

export const tokensQuery = listApiTokensOptions();

export const postbackSecretQuery = queryOptions({ ...getPostbackSecretOptions(), select: dataOf });

export const noticesQuery = queryOptions({ ...listAccountNoticesOptions(), select: dataOf });

/** A kind of notice, and where it comes. */
export type AccountNotice = ListAccountNoticesResponse['data'][number];

/** A place where a notice comes. */
export type Channel = 'is_in_list' | 'is_by_mail';

/** What is off, by place, as it is saved. */
export function noticesOff(notices: readonly AccountNotice[]): NoticesForm {
  const off = (channel: Channel) =>
    notices.filter((one) => !one.is_required && !one[channel]).map((one) => one.kind as NoticeName);
  return { list_off: off('is_in_list'), mail_off: off('is_by_mail') };
}

/** Switches kinds of notices; at once on the screen, back when refused. */
export function useSaveNotices(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const { queryKey } = listAccountNoticesOptions();
  return useMutation({
    ...updateAccountNoticesMutation(),
    // Each says all of them: one after the other, so that what is switched last is what the server hears last.
    scope: { id: 'notices' },
    onMutate: async ({ body: { list_off, mail_off } }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const isOn = (off: readonly string[], { kind, is_required }: AccountNotice) => is_required || !off.includes(kind);
      const changed = (one: AccountNotice): AccountNotice => ({
        ...one,
        is_in_list: isOn(list_off, one),
        is_by_mail: isOn(mail_off, one),
      });
      client.setQueryData(queryKey, (now) => now && { data: now.data.map(changed) });
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
