import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '~/api/http';
import { toApiError } from '~/api/problem';
import {
  type ApiTokenForm,
  addAccountRole,
  confirmSecondFactor as confirmSecondFactorCall,
  createApiToken,
  createPostbackSecret,
  createRecoveryCodes,
  createSecondFactor,
  type DeleteAccountForm,
  deleteAccount as deleteAccountCall,
  deleteApiToken,
  deleteOtherSessions,
  deletePostbackSecret,
  deleteSecondFactor,
  deleteSession,
  getPostbackSecret,
  getSecondFactor,
  listAccountNotices,
  listApiTokens,
  listSessions,
  type NoticeName,
  updateAccount,
  updateAccountNotices,
  updatePassword,
} from '~/api/sdk';
import { userQuery } from '~/app/queries';

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: async ({ signal }) => (await getSecondFactor({ signal })).data.data,
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await listSessions({ signal })).data.data,
});

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: async ({ signal }) => (await listApiTokens({ signal })).data,
});

export const postbackSecretQuery = queryOptions({
  queryKey: ['account', 'postback-secret'],
  queryFn: async ({ signal }) => (await getPostbackSecret({ signal })).data.data,
});

export const noticesQuery = queryOptions({
  queryKey: ['account', 'notices'],
  queryFn: async ({ signal }) => (await listAccountNotices({ signal })).data.data,
});

/** Asks for a change of the own address; the mail goes to the new one. */
export const changeEmail = (body: { email: string; password: string; otp?: string }) => updateAccount({ body });

export const changePassword = (body: { password: string; new_password: string; keep_api_tokens: boolean }) =>
  updatePassword({ body });

export const beginSecondFactor = async (password: string) =>
  (await createSecondFactor({ body: { password } })).data.data;

export const confirmSecondFactor = async (otp: string) =>
  (await confirmSecondFactorCall({ body: { otp } })).data.data.recovery_codes;

export const endSecondFactor = (body: { password: string; otp: string }) => deleteSecondFactor({ body });

export const renewRecoveryCodes = async (otp: string) =>
  (await createRecoveryCodes({ body: { otp } })).data.data.recovery_codes;

export const endSession = (id: number) => deleteSession({ path: { id } });

export const endOtherSessions = () => deleteOtherSessions();

export const createToken = async (body: ApiTokenForm) => (await createApiToken({ body })).data.data;

export const deleteToken = (id: number) => deleteApiToken({ path: { id } });

/** The password, and the code of the second factor where it is on. */
export type Proof = { password: string; otp?: string };

export const makeSecret = async (body: Proof) => (await createPostbackSecret({ body })).data.data.secret;

export const deleteSecret = (body: Proof) => deletePostbackSecret({ body });

/** Switches kinds of mail; at once on the screen, back when refused. */
export function useSaveNotices(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (off: string[]) => updateAccountNotices({ body: { off: off as NoticeName[] } }),
    onMutate: async (off) => {
      await client.cancelQueries({ queryKey: noticesQuery.queryKey });
      const before = client.getQueryData(noticesQuery.queryKey);
      client.setQueryData(noticesQuery.queryKey, (now) =>
        now?.map((notice) => ({ ...notice, is_on: notice.is_required || !off.includes(notice.kind) })),
      );
      return before;
    },
    onError: (error, _off, before) => {
      if (before) client.setQueryData(noticesQuery.queryKey, before);
      onRefused(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}

/** Takes a second role. */
export function useTakeRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: 'advertiser' | 'webmaster') => addAccountRole({ body: { role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
}

/** Ends the account. */
export const deleteAccount = (body: DeleteAccountForm) => deleteAccountCall({ body });

/** Everything that is kept about the user, as a file. */
export async function downloadExport(): Promise<void> {
  const response = await send(new Request(`${location.origin}/api/account/export`));
  if (!response.ok) throw toApiError(await response.json().catch(() => ''), response);
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), name ?? 'placard-account.json');
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
