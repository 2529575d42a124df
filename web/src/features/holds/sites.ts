import { queryOptions } from '@tanstack/react-query';
import { dataOf, getUserSiteOptions } from '~/api/queries';

/** A site of somebody's, for staff. */
export const networkSiteQuery = (id: number) =>
  queryOptions({ ...getUserSiteOptions({ path: { id } }), select: dataOf });
