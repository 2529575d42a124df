import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, send } from '~/api/http';
import { toApiError } from '~/api/problem';
import {
  addAccountRole,
  type DeleteAccountForm,
  deleteAccount as deleteAccountCall,
  listAccountNotices,
  updateAccount,
  updateAccountNotices,
  updatePassword,
} from '~/api/sdk';
import { userQuery } from '~/app/queries';

/** State of the second factor. */
export interface SecondFactor {
  is_on: boolean;
  /** Staff accounts cannot be without. */
  is_required: boolean;
  recovery_codes_left: number;
}

/** What a new second factor is set up with. */
export interface SecondFactorSetup {
  /** For typing into an app. */
  secret: string;
  /** `otpauth://` address. */
  url: string;
  qr_svg: string;
}

/** A login that still holds. */
export interface SessionRow {
  id: number | string;
  created_at: string;
  seen_at: string | null;
  address: string;
  user_agent: string;
  browser: string | null;
  os: string | null;
  is_current: boolean;
}

/** A personal API token, without its secret. */
export interface ApiToken {
  id: number | string;
  name: string;
  prefix: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

/** What a token may be allowed. */
export interface TokenScope {
  name: string;
  label: string;
}

const get = async <T>(path: string, signal: AbortSignal): Promise<T> => await call<T>('GET', path, { signal });

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: async ({ signal }) => (await get<{ data: SecondFactor }>('/api/account/second_factor', signal)).data,
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await get<{ data: SessionRow[] }>('/api/account/sessions', signal)).data,
});

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => get<{ data: ApiToken[]; scopes: TokenScope[] }>('/api/account/tokens', signal),
});

export const noticesQuery = queryOptions({
  queryKey: ['account', 'notices'],
  queryFn: async ({ signal }) => (await listAccountNotices({ signal })).data.data,
});

/** Asks for a change of the own address; the mail goes to the new one. */
export const changeEmail = (body: { email: string; password: string }) => updateAccount({ body });

export const changePassword = (body: { password: string; new_password: string }) => updatePassword({ body });

export const beginSecondFactor = async (password: string) =>
  (await call<{ data: SecondFactorSetup }>('POST', '/api/account/second_factor', { body: { password } })).data;

export const confirmSecondFactor = async (otp: string) =>
  (await call<{ data: { recovery_codes: string[] } }>('PUT', '/api/account/second_factor', { body: { otp } })).data
    .recovery_codes;

export const endSecondFactor = (body: { password: string; otp: string }) =>
  call('DELETE', '/api/account/second_factor', { body });

export const renewRecoveryCodes = async (otp: string) =>
  (
    await call<{ data: { recovery_codes: string[] } }>('POST', '/api/account/second_factor/recovery_codes', {
      body: { otp },
    })
  ).data.recovery_codes;

export const endSession = (id: number | string) => call('DELETE', `/api/account/sessions/${id}`);

export const endOtherSessions = () => call('DELETE', '/api/account/sessions');

/** What a new token is asked with. */
export interface TokenBody {
  name: string;
  scopes: string[];
  expires_at?: string;
  otp?: string;
}

export const createToken = async (body: TokenBody) =>
  (await call<{ data: ApiToken & { token: string } }>('POST', '/api/account/tokens', { body })).data;

export const deleteToken = (id: number | string) => call('DELETE', `/api/account/tokens/${id}`);

/** Switches kinds of mail; at once on the screen, back when refused. */
export function useSaveNotices(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (off: string[]) => updateAccountNotices({ body: { off } }),
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
