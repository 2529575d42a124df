import { UserStatus } from '~/api/words';
import { splitPath } from './locale';
import type { Access, FindPage, Page } from './pages';
import { homeOf, isGod, isStaff, type Person } from './roles';

import { safePath } from './safe-path';

/** Whoever opens a page; null when nobody is logged in. */
export type Visitor = (Person & { status_id: number }) | null;

/** What becomes of it: the page opens, another one does, login comes first, or there is no such page for this visitor. */
export type Verdict = 'open' | 'login' | 'missing' | { go: string };

/** Status of an account whose address is not confirmed. */
export const UNCONFIRMED = UserStatus.Unconfirmed;
const CONFIRM_PAGE = '/account/confirm';

/** A page of logged-in, confirmed users who meet a condition; who does not is told that there is no such page. */
const only =
  (may: (visitor: Person) => boolean) =>
  (visitor: Visitor): Verdict => {
    if (!visitor) return 'login';
    if (visitor.status_id === UNCONFIRMED) return { go: CONFIRM_PAGE };
    return may(visitor) ? 'open' : 'missing';
  };

/** Public for everybody but those active users who have what `home` asks for. */
const unless =
  (home: (visitor: Person) => string | null) =>
  (visitor: Visitor): Verdict => {
    const go = visitor && visitor.status_id !== UNCONFIRMED ? home(visitor) : null;
    return go ? { go } : 'open';
  };

/** The rule of each kind of access. */
const RULES: Record<Access, (visitor: Visitor) => Verdict> = {
  public: () => 'open',
  main: unless(homeOf),
  confirm: (visitor) => (visitor ? unless(homeOf)(visitor) : 'login'),
  guest: (visitor) => (visitor?.status_id === UNCONFIRMED ? { go: CONFIRM_PAGE } : unless(homeOf)(visitor)),
  advertiser_entry: unless((visitor) => (visitor.advertiser ? '/advertiser/campaigns' : null)),
  webmaster_entry: unless((visitor) => (visitor.webmaster ? '/webmaster/sites' : null)),
  user: only(() => true),
  advertiser: only((visitor) => Boolean(visitor.advertiser)),
  webmaster: only((visitor) => Boolean(visitor.webmaster)),
  god: only(isGod),
  staff: only(isStaff),
};

/** A mark on a page that no rule belongs to. */
export class UnknownMiddleware extends Error {
  readonly status = 500;
  constructor() {
    super('Unknown middleware');
    this.name = 'UnknownMiddleware';
  }
}

/** The verdict of one rule. */
export function judge(access: Access, visitor: Visitor): Verdict {
  if (!Object.hasOwn(RULES, access)) throw new UnknownMiddleware();
  return RULES[access](visitor);
}

/** Whether a page can differ by who the visitor is, so that it is worth asking. */
export function asksWho(page: Page | null): boolean {
  return page !== null && page.access !== 'public';
}

/** Where else a visitor may want to go. */
export interface Wishes {
  find: FindPage;
  /** The address of `redirect_to`. */
  redirectTo?: unknown;
  /** The remembered page; asked for only when an active user is about to be sent home. */
  wanted?: () => string | null;
}

/** What becomes of a visit of a page. Active users are sent to a safe `redirect_to` that they may open. */
export function visit(page: Page | null, visitor: Visitor, wishes?: Wishes): Verdict {
  if (!page) return 'missing';
  const active = visitor && visitor.status_id !== UNCONFIRMED;
  const asked = active && wishes ? openTo(visitor, wishes.redirectTo, wishes.find) : null;
  if (asked) return { go: asked };
  const verdict = judge(page.access, visitor);
  const isSentHome =
    active && typeof verdict === 'object' && page.access !== 'advertiser_entry' && page.access !== 'webmaster_entry';
  const wanted = isSentHome && wishes?.wanted ? openTo(visitor, wishes.wanted(), wishes.find) : null;
  return wanted ? { go: wanted } : verdict;
}

/** A safe path, without the locale's prefix, of a page that opens for this user; else null. */
function openTo(visitor: Person & { status_id: number }, path: unknown, find: FindPage): string | null {
  const safe = safePath(path);
  if (!safe) return null;
  const end = safe.search(/[?#]/);
  const pathname = splitPath(end < 0 ? safe : safe.slice(0, end)).rest;
  const page = find(pathname);
  if (!page || page.acts || judge(page.access, visitor) !== 'open') return null;
  return end < 0 ? pathname : `${pathname}${safe.slice(end)}`;
}

/** Where somebody goes who is about to be sent into the cabinet: the remembered page, else home. */
export function landingOf(visitor: NonNullable<Visitor>, { find, wanted }: Wishes): string {
  if (visitor.status_id === UNCONFIRMED) return CONFIRM_PAGE;
  return openTo(visitor, wanted?.(), find) ?? homeOf(visitor);
}
