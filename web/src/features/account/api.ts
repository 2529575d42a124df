import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  addAccountRoleMutation,
  dataOf,
  getPostbackSecretOptions,
  getSecondFactorOptions,
  getSellerOptions,
  listAccountNoticesOptions,
  listApiTokensOptions,
  make,
  updateAccountNoticesMutation,
} from '~/api/queries';
import type { ListAccountNoticesResponse, NoticeName, NoticesForm } from '~/api/sdk';
import { userQuery } from '~/app/queries';

export { saveFile } from '~/api/download';

export const secondFactorQuery = queryOptions({ ...getSecondFactorOptions(), select: dataOf });

export const tokensQuery = listApiTokensOptions();

export const postbackSecretQuery = queryOptions({ ...getPostbackSecretOptions(), select: dataOf });

export const noticesQuery = queryOptions({ ...listAccountNoticesOptions(), select: dataOf });

export const sellerQuery = queryOptions({ ...getSellerOptions(), select: dataOf });

/** How long the account page waits for parts of it, in ms: what comes later moves what stands below, under the hand that reaches for it. */
const WHOLE_WITHIN_MS = 700;

/** Asks for what stands above other parts of the account page. What fails or takes longer, its part tells. */
export async function loadAccount(client: QueryClient): Promise<void> {
  const { advertiser, webmaster } = await client.ensureQueryData(userQuery);
  const parts = [
    client.prefetchQuery(noticesQuery),
    advertiser && client.prefetchQuery(postbackSecretQuery),
    webmaster && client.prefetchQuery(sellerQuery),
  ];
  await Promise.race([Promise.all(parts), new Promise((late) => setTimeout(late, WHOLE_WITHIN_MS))]);
}

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

/** A switch of one kind of notice at one place. */
interface Flip {
  kind: string;
  channel: Channel;
  on: boolean;
}

const flipped = (notices: readonly AccountNotice[], { kind, channel, on }: Flip): AccountNotice[] =>
  notices.map((one) => (one.kind === kind ? { ...one, [channel]: on } : one));

/** Switches a kind of notice; at once on the screen, back when refused. */
export function useSaveNotices(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const { queryKey } = listAccountNoticesOptions();
  /** As the server has them, while some switches are on their way. */
  const saved = useRef<AccountNotice[]>([]);
  const waiting = useRef<Flip[]>([]);
  const show = (flip: Flip) => client.setQueryData(queryKey, (now) => now && { data: flipped(now.data, flip) });
  return useMutation({
    // Each says all of them: one after the other, so that what is switched last is what the server hears last. It says what is saved
    // when its turn comes: what was refused by then is none of it.
    scope: { id: 'notices' },
    mutationFn: async (flip: Flip) => {
      const next = flipped(saved.current, flip);
      await make(updateAccountNoticesMutation, { body: noticesOff(next) }, client);
      saved.current = next;
    },
    onMutate: async (flip) => {
      if (waiting.current.length === 0) saved.current = client.getQueryData(queryKey)?.data ?? [];
      waiting.current.push(flip);
      show(flip);
      await client.cancelQueries({ queryKey });
    },
    onError: (error, flip) => {
      const { kind, channel } = flip;
      const last = waiting.current.findLast((one) => one.kind === kind && one.channel === channel);
      const before = saved.current.find((one) => one.kind === kind);
      // What was switched once more since is shown as it was switched last.
      if (before && last === flip) show({ kind, channel, on: before[channel] });
      onRefused(error);
    },
    onSettled: (_answer, _error, flip) => {
      waiting.current = waiting.current.filter((one) => one !== flip);
    },
  });
}

/** Takes a second role. */
export const useTakeRole = () => useMutation(addAccountRoleMutation());
