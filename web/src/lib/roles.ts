/** What a rule about people needs of a user. */
export interface Person {
  type_id: number;
  is_trusted: boolean;
  advertiser?: unknown;
  webmaster?: unknown;
}

/** The three cabinets. */
export type Cabinet = 'advertiser' | 'webmaster' | 'admin';

/** God (12) or sales (13). */
export function isStaff(person: Pick<Person, 'type_id'>): boolean {
  return person.type_id === 12 || person.type_id === 13;
}

/** Staff and trusted users see the extra macro, offers and targets. */
export function hasExtendedPermissions(person: Pick<Person, 'type_id' | 'is_trusted'>): boolean {
  return isStaff(person) || person.is_trusted;
}

/** The cabinet in use: the path names the back office or the webmaster, else the advertiser's flag decides. */
export function cabinetOf(person: Person, path: string): Cabinet {
  if (path === '/admin' || path.startsWith('/admin/')) return 'admin';
  if (person.advertiser && !path.includes('webmaster')) return 'advertiser';
  if (person.webmaster) return 'webmaster';
  if (person.advertiser) return 'advertiser';
  return isStaff(person) ? 'admin' : 'webmaster';
}

/** Whether a user may open a page at all. */
export function mayOpen(person: Person, path: string): boolean {
  if (path === '/admin' || path.startsWith('/admin/')) return isStaff(person);
  if (path === '/advertiser' || path.startsWith('/advertiser/')) return Boolean(person.advertiser);
  if (path === '/webmaster' || path.startsWith('/webmaster/')) return Boolean(person.webmaster);
  return true;
}

/** Where an active user lands. */
export function homeOf(person: Person): string {
  if (person.advertiser) return '/advertiser/campaigns';
  if (person.webmaster) return '/webmaster/sites';
  return isStaff(person) ? '/admin/moderation' : '/account';
}
