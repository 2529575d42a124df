import { queryOptions } from '@tanstack/react-query';
import { dataOf, getUserOptions } from '~/api/queries';

/** One user. */
export const adminUserQuery = (id: string) =>
  queryOptions({ ...getUserOptions({ path: { id: Number(id) } }), select: dataOf });
