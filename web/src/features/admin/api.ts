import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  createImpersonation,
  getUser,
  type ListAuditLogData,
  type ListContactMessagesData,
  type ListUsersData,
  listAuditLog,
  listContactMessages,
  listUsers,
  type UserForm,
  updateContactMessage,
  updateUser,
} from '~/api/sdk';

export const usersQuery = (query: NonNullable<ListUsersData['query']>) =>
  queryOptions({
    queryKey: ['admin', 'users', 'list', query],
    queryFn: async ({ signal }) => (await listUsers({ query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const adminUserQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: async ({ signal }) => (await getUser({ path: { id: id as unknown as number }, signal })).data.data,
  });

/** Changes a user; god alone may. */
export const changeUser = async (id: number, body: UserForm) => (await updateUser({ path: { id }, body })).data.data;

/** Address of a cabinet opened as that user; its code holds a minute and works once. */
export const impersonate = async (user_id: number) =>
  (await createImpersonation({ path: { user_id } })).data.data.url ?? '';

/** Users of the staff, for choosing a manager. */
export const managersQuery = queryOptions({
  queryKey: ['admin', 'users', 'managers'],
  queryFn: async ({ signal }) => {
    const ask = async (type_id: 12 | 13) => (await listUsers({ query: { type_id, page: 1, count: 200 }, signal })).data;
    const [sales, god] = await Promise.all([ask(13), ask(12)]);
    return [...sales.data, ...god.data];
  },
  staleTime: 300_000,
});

export const auditQuery = (query: NonNullable<ListAuditLogData['query']>) =>
  queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: async ({ signal }) => (await listAuditLog({ query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const messagesQuery = (query: NonNullable<ListContactMessagesData['query']>) =>
  queryOptions({
    queryKey: ['admin', 'messages', query],
    queryFn: async ({ signal }) => (await listContactMessages({ query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const markMessage = (id: number, is_done: boolean) => updateContactMessage({ path: { id }, body: { is_done } });
