import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '~/api/download';
import {
  addAccountRoleMutation,
  confirmSecondFactorMutation,
  createApiTokenMutation,
  createPostbackSecretMutation,
  createRecoveryCodesMutation,
  createSecondFactorMutation,
  dataOf,
  deleteAccountMutation,
  deletePostbackSecretMutation,
  deleteSecondFactorMutation,
  getPostbackSecretOptions,
  getSecondFactorOptions,
  listAccountNoticesOptions,
  listApiTokensOptions,
  listSessionsOptions,
  make,
  updateAccountMutation,
  updateAccountNoticesMutation,
  updatePasswordMutation,
} from '~/api/queries';
import { type ApiTokenForm, type DeleteAccountForm, exportAccount } from '~/api/sdk';
import { queryClient } from '~/app/queries';

export { saveFile } from '~/api/download';

export const secondFactorQuery = queryOptions({ ...getSecondFactorOptions(), select: dataOf });

export const sessionsQuery = queryOptions({ ...listSessionsOptions(), select: dataOf });

export const tokensQuery = listApiTokensOptions();

export const postbackSecretQuery = queryOptions({ ...getPostbackSecretOptions(), select: dataOf });

export const noticesQuery = queryOptions({ ...listAccountNoticesOptions(), select: dataOf });

/** Asks for a change of the own address; the mail goes to the new one. */
export const changeEmail = (body: { email: string; password: string; otp?: string }) =>
  make(updateAccountMutation, { body }, queryClient);

export const changePassword = (body: { password: string; new_password: string; keep_api_tokens: boolean }) =>
  make(updatePasswordMutation, { body }, queryClient);

export const beginSecondFactor = async (password: string) =>
  (await make(createSecondFactorMutation, { body: { password } }, queryClient)).data;

export const confirmSecondFactor = async (otp: string) =>
  (await make(confirmSecondFactorMutation, { body: { otp } }, queryClient)).data.recovery_codes;

export const endSecondFactor = (body: { password: string; otp: string }) =>
  make(deleteSecondFactorMutation, { body }, queryClient);

export const renewRecoveryCodes = async (otp: string) =>
  (await make(createRecoveryCodesMutation, { body: { otp } }, queryClient)).data.recovery_codes;

export const createToken = async (body: ApiTokenForm) =>
  (await make(createApiTokenMutation, { body }, queryClient)).data;

/** The password, and the code of the second factor where it is on. */
export type Proof = { password: string; otp?: string };

export const makeSecret = async (body: Proof) =>
  (await make(createPostbackSecretMutation, { body }, queryClient)).data.secret;

export const deleteSecret = (body: Proof) => make(deletePostbackSecretMutation, { body }, queryClient);

/** Ends the account. */
export const deleteAccount = (body: DeleteAccountForm) => make(deleteAccountMutation, { body }, queryClient);

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
