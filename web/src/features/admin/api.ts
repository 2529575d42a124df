import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { ListAnswer, Pagination } from '~/api/types';

/** A person named by id and address. */
export interface PersonRef {
  id: number;
  email: string;
}

/** A user as the staff sees them. */
export interface AdminUser {
  id: number;
  email: string;
  name: string;
  type_id: number;
  status_id: number;
  status_reason: string | null;
  is_trusted: boolean;
  is_advertiser: boolean;
  is_webmaster: boolean;
  manager: PersonRef | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  created_at: string;
  seen_at: string | null;
  phone?: string;
  skype?: string;
  telegram?: string;
  /** Own lowest bid in dollars; null for the one of everybody. */
  minimum_bid?: number | null;
}

/** What the list of users is asked with. */
export type UsersQuery = {
  searchPhrase?: string;
  type_id?: number | undefined;
  status_id?: number | undefined;
  manager_id?: number | undefined;
  page: number;
  count: number;
};

export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: ['admin', 'users', 'list', query],
    queryFn: ({ signal }) => call<ListAnswer<AdminUser>>('GET', '/api/admin/users', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const adminUserQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: async ({ signal }) =>
      (await call<{ data: AdminUser }>('GET', `/api/admin/users/${encodeURIComponent(id)}`, { signal })).data,
  });

/** What god may change about a user. */
export interface UserChange {
  status_id?: number;
  status_reason?: string;
  is_trusted?: boolean;
  manager_id?: number | null;
  minimum_bid?: number | null;
}

export const changeUser = async (id: number, body: UserChange) =>
  (await call<{ data: AdminUser }>('PUT', `/api/admin/users/${id}`, { body })).data;

/** Address of a cabinet opened as that user; its code holds a minute and works once. */
export const impersonate = async (id: number) =>
  (await call<{ data: { url: string } }>('POST', `/api/admin/jwt/${id}`)).data.url;

/** Users of the staff, for choosing a manager. */
export const managersQuery = queryOptions({
  queryKey: ['admin', 'users', 'managers'],
  queryFn: async ({ signal }) => {
    const ask = (type_id: number) =>
      call<ListAnswer<AdminUser>>('GET', '/api/admin/users', { query: { type_id, page: 1, count: 200 }, signal });
    const [sales, god] = await Promise.all([ask(13), ask(12)]);
    return [...sales.data, ...god.data];
  },
  staleTime: 300_000,
});

/** A change that somebody made. */
export interface AuditRow {
  id: number;
  at: string;
  actor: PersonRef | null;
  /** As whom the actor worked. */
  acting_as: PersonRef | number | null;
  action: string;
  subject: string;
  subject_id: number | string | null;
  before: unknown;
  after: unknown;
  address: string;
}

/** What the audit log is asked with. */
export type AuditQuery = {
  user_id?: number | undefined;
  subject?: string | undefined;
  subject_id?: string | undefined;
  page: number;
};

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) =>
      call<{ data: AuditRow[]; pagination: Pagination }>('GET', '/api/admin/audit_log', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** A message of the contact form. */
export interface ContactMessage {
  id: number;
  created_at: string;
  name: string;
  email: string;
  topic: string;
  message: string;
  is_done: boolean;
}

export const messagesQuery = (query: { page: number; is_done?: boolean }) =>
  queryOptions({
    queryKey: ['admin', 'messages', query],
    queryFn: ({ signal }) =>
      call<{ data: ContactMessage[]; pagination: Pagination }>('GET', '/api/admin/contact_messages', {
        query: { ...query, is_done: query.is_done === undefined ? undefined : String(query.is_done) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const markMessage = (id: number, is_done: boolean) =>
  call('PUT', `/api/admin/contact_messages/${id}`, { body: { is_done } });
