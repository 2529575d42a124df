import { useQuery } from '@tanstack/react-query';
import { dataOf, getUserOptions } from '~/api/queries';
import { paths } from '~/lib/paths';
import type { ListColumn, ListFilter } from '../list/spec';

/** How long the address of somebody is taken for known, in milliseconds. */
const KEPT_MS = 60_000;

/** The mail address of a user, for chips; undefined until it is known. */
export const useUserName = (id: number): string | undefined =>
  useQuery({ ...getUserOptions({ path: { id } }), select: dataOf, staleTime: KEPT_MS }).data?.email;

/** Narrows a list to what is of a user; `field` names the field for the id. */
export const userFilter = (label: string, field: string): ListFilter => ({
  kind: 'id',
  name: 'user',
  label,
  field,
  placeholder: 'Id of a user',
  useName: useUserName,
});

/** Whose a row is: a link to the page of the user. */
export const personColumn = <Row>(
  id: string,
  label: string,
  of: (row: Row) => { id: number; email: string } | null | undefined,
): ListColumn<Row> => ({
  id,
  label,
  text: (row) => of(row)?.email,
  opens: (row) => {
    const person = of(row);
    return person ? paths.user(person.id) : undefined;
  },
});

/** Who agreed to it or closed it, and whether nobody else had to. */
export const byWhom = (
  person: { email: string } | null | undefined,
  isAlone: boolean | null | undefined,
): string | undefined => (person && (isAlone ? `${person.email}, alone` : person.email)) || undefined;
