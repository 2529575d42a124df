import { useQuery } from '@tanstack/react-query';
import { dataOf, getUserOptions } from '~/api/queries';

/** How long the address of somebody is taken for known, in milliseconds. */
const KEPT_MS = 60_000;

/** The mail address of a user, for chips; undefined until it is known. */
export const useUserName = (id: number): string | undefined =>
  useQuery({ ...getUserOptions({ path: { id } }), select: dataOf, staleTime: KEPT_MS }).data?.email;
