import { routeName } from './routes';

/** What a rule about people needs of a user. */
export interface Person {
  type_id: number;
  is_trusted: boolean;
  advertiser?: unknown;
  webmaster?: unknown;
}

/** The three cabinets. */
export type Cabinet = 'advertiser' | 'webmaster' | 'admin';

/** Who runs the network (12). */
export function isGod(person: Pick<Person, 'type_id'> | undefined): boolean {
  return person?.type_id === 12;
}

/** Who looks after clients (13). */
export function isSales(person: Pick<Person, 'type_id'>): boolean {
  return person.type_id === 13;
}

/** God or sales. */
export function isStaff(person: Pick<Person, 'type_id'>): boolean {
  return isGod(person) || isSales(person);
}

/** Staff and trusted users see the extra macro, offers and targets. */
export function hasExtendedPermissions(person: Pick<Person, 'type_id' | 'is_trusted'>): boolean {
  return isStaff(person) || person.is_trusted;
}

/** The cabinet in use: the route's name tells the back office or the webmaster, else the advertiser's flag decides. */
export function cabinetOf(person: Person, path: string): Cabinet {
  const name = routeName(path) ?? '';
  if (name === 'admin' || name.startsWith('admin-')) return 'admin';
  if (person.advertiser && !name.includes('webmaster')) return 'advertiser';
  if (person.webmaster) return 'webmaster';
  if (person.advertiser) return 'advertiser';
  return isStaff(person) ? 'admin' : 'webmaster';
}

/** Where an active user lands. */
export function homeOf(person: Person): string {
  if (person.advertiser) return '/advertiser/campaigns';
  if (person.webmaster) return '/webmaster/sites';
  return isStaff(person) ? '/admin/moderation' : '/account';
}
