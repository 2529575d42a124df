import { UserType } from '~/api/words';
import type { Access } from './pages';

/** What a rule about people needs of a user. */
export interface Person {
  type_id: number;
  is_trusted: boolean;
  advertiser?: unknown;
  webmaster?: unknown;
}

/** The three cabinets. */
export type Cabinet = 'advertiser' | 'webmaster' | 'admin';

/** Who runs the network. */
export function isGod(person: Pick<Person, 'type_id'> | undefined): boolean {
  return person?.type_id === UserType.God;
}

/** Who looks after clients. */
export function isSales(person: Pick<Person, 'type_id'>): boolean {
  return person.type_id === UserType.Sales;
}

/** God or sales. */
export function isStaff(person: Pick<Person, 'type_id'>): boolean {
  return isGod(person) || isSales(person);
}

/** Staff and trusted users see the extra macro, offers and targets. */
export function hasExtendedPermissions(person: Pick<Person, 'type_id' | 'is_trusted'>): boolean {
  return isStaff(person) || person.is_trusted;
}

/** The cabinet that a page belongs to, by who gets to it; null for what stands in none. */
export function cabinetOfPage(access: Access | undefined): Cabinet | null {
  if (access === 'staff' || access === 'god') return 'admin';
  if (access === 'advertiser' || access === 'advertiser_entry') return 'advertiser';
  return access === 'webmaster' || access === 'webmaster_entry' ? 'webmaster' : null;
}

/** The cabinet in use: the open page's, if it is the back office or the webmaster's, else the advertiser's flag decides. */
export function cabinetOf(person: Person, access: Access | undefined): Cabinet {
  const cabinet = cabinetOfPage(access);
  if (cabinet === 'admin') return 'admin';
  if (person.advertiser && cabinet !== 'webmaster') return 'advertiser';
  if (person.webmaster) return 'webmaster';
  if (person.advertiser) return 'advertiser';
  return isStaff(person) ? 'admin' : 'webmaster';
}

/** Where an active user lands. */
export function homeOf(person: Person) {
  if (person.advertiser) return '/advertiser/campaigns';
  if (person.webmaster) return '/webmaster/sites';
  return isStaff(person) ? '/admin' : '/account';
}
