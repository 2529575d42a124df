import { IconTrash } from '@tabler/icons-react';
import { deleteApiTokenMutation } from '~/api/queries';
import type { ApiTokenResource } from '~/api/sdk';
import { byId, type Change } from '../list/change';
import { wholeOf } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { tokensQuery } from './api';
import { TokenLine } from './token-line';

const REMOVE: Change<ApiTokenResource> = {
  done: 'deleted',
  each: byId(deleteApiTokenMutation),
  gone: true,
  ask: ([token]) => ({
    title: `Delete the token “${token?.name}”?`,
    body: 'Scripts that use it are refused from then on. It cannot be brought back.',
    icon: <IconTrash size={16} aria-hidden />,
  }),
  told: ({ name }) => ({ title: 'Token deleted', detail: name }),
};

/** The own tokens. */
export const TOKENS: ListSpec<ApiTokenResource> = {
  name: 'api-tokens',
  noun: ['API token', 'API tokens'],
  rowName: ({ name }) => name,
  told: ['listApiTokens'],
  whole: true,
  shapes: 1,
  rows: wholeOf(
    () => tokensQuery,
    ({ data }) => data,
  ),
  card: (token, act) => <TokenLine token={token} onDelete={() => act('Delete', REMOVE, [token])} />,
  first: {
    title: 'No token yet',
    text: 'A token lets a script do what you may do here, within the scopes that you give it.',
    small: true,
  },
};
