import {
  IconAdjustments,
  IconArrowsExchange,
  IconBell,
  IconBolt,
  IconBook2,
  IconCash,
  IconChartHistogram,
  IconClick,
  IconCreditCard,
  IconFileText,
  IconGavel,
  IconGift,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconListDetails,
  IconMail,
  IconMessage,
  IconPhoto,
  IconReceipt,
  IconShieldCheck,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { splitPath } from '~/lib/locale';
import type { Page } from '~/lib/pages';
import { isPlain, type PlainPath } from '~/lib/paths';
import { type Cabinet, cabinetOfPage, isGod, type Person } from '~/lib/roles';

/** The icons of pages. They load with the cabinets; routes name them only. */
const ICONS = {
  adjustments: IconAdjustments,
  ads: IconPhoto,
  bell: IconBell,
  bolt: IconBolt,
  book: IconBook2,
  campaigns: IconSpeakerphone,
  card: IconCreditCard,
  cash: IconCash,
  chart: IconChartHistogram,
  click: IconClick,
  corrections: IconArrowsExchange,
  dashboard: IconLayoutDashboard,
  dictionary: IconListDetails,
  gavel: IconGavel,
  gift: IconGift,
  heartbeat: IconHeartbeat,
  history: IconHistory,
  mail: IconMail,
  message: IconMessage,
  receipt: IconReceipt,
  shield: IconShieldCheck,
  team: IconUsersGroup,
  template: IconLayoutGrid,
  text: IconFileText,
  user: IconUserCircle,
  users: IconUsers,
  wallet: IconWallet,
  world: IconWorld,
};
/** Names an icon. */
export type NavIcon = keyof typeof ICONS;

/** Parts of a sidebar that has many pages, from the top. */
export const NAV_PARTS = {
  clients: 'Clients',
  money: 'Money',
  traffic: 'Traffic',
  content: 'Content',
  network: 'Network',
} as const;
/** Names a part of a sidebar. */
export type NavPart = keyof typeof NAV_PARTS;

/** The names of all parts, from the top. */
export const NAV_PART_NAMES = Object.keys(NAV_PARTS) as NavPart[];

type Route = RegisteredRouter['routesById'][keyof RegisteredRouter['routesById']];

const placeOf = (part: NavPart | null): number => (part ? NAV_PART_NAMES.indexOf(part) : -1);

/** A page of the sidebar and of the command palette. */
export interface NavItem {
  part: NavPart | null;
  to: PlainPath;
  label: string;
  icon: typeof IconWallet;
  words: string;
}

/**
 * The pages of a cabinet's sidebar that a person may open, from the top; for `null` the pages that every user has, which the
 * palette alone knows.
 */
export function navOf(
  routes: readonly Route[],
  cabinet: Cabinet | null,
  person: Pick<Person, 'type_id'> | undefined,
): NavItem[] {
  return routes
    .flatMap((route) => {
      const { access, title = '', nav }: Partial<Page> = route.options.staticData ?? {};
      if (!nav || !access || !isPlain(route.to)) return [];
      if (cabinetOfPage(access) !== cabinet || (access === 'god' && !isGod(person))) return [];
      const { part = null, at = 0, icon, words = '' } = nav;
      return { part, at, to: route.to, label: title, icon: ICONS[icon], words };
    })
    .sort((a, b) => placeOf(a.part) - placeOf(b.part) || a.at - b.at);
}

/** The page of a sidebar that an address belongs to: itself, or the one above it, unless that has entries below it itself. */
export function currentOf(pages: readonly NavItem[], path: string): NavItem | undefined {
  const { rest } = splitPath(path);
  const isBelow = (address: string, { to }: NavItem) => address.startsWith(`${to}/`);
  return pages.find(
    (page) => page.to === rest || (isBelow(rest, page) && !pages.some((other) => isBelow(other.to, page))),
  );
}

/** All routes, to ask `navOf` about. */
export function useRoutes(): readonly Route[] {
  return Object.values(useRouter().routesById);
}
