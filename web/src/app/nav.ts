import {
  IconChartHistogram,
  IconFileText,
  IconGavel,
  IconHeartbeat,
  IconHistory,
  IconMail,
  IconMessage,
  IconPhoto,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { type Cabinet, isGod } from '~/lib/roles';

/** A page of the sidebar and of the command palette. */
export interface NavItem {
  to: LinkProps['to'] & string;
  label: string;
  icon: typeof IconWallet;
  /** Further words under which the palette finds it. */
  words?: string;
  /** Sales do not see it. */
  isGodOnly?: boolean;
}

/** What each cabinet's sidebar shows, in order. */
export const NAV: Record<Cabinet, NavItem[]> = {
  advertiser: [
    { to: '/advertiser/campaigns', label: 'Campaigns', icon: IconSpeakerphone, words: 'native push groups' },
    { to: '/advertiser/all-medias', label: 'All ads', icon: IconPhoto, words: 'medias creatives' },
    { to: '/advertiser/statistics', label: 'Statistics', icon: IconChartHistogram, words: 'report csv export' },
    { to: '/advertiser/finance', label: 'Finance', icon: IconWallet, words: 'balance money top up history' },
  ],
  webmaster: [
    { to: '/webmaster/sites', label: 'Sites', icon: IconWorld, words: 'blocks code domains' },
    { to: '/webmaster/statistics', label: 'Statistics', icon: IconChartHistogram, words: 'report csv export' },
    { to: '/webmaster/finance', label: 'Finance', icon: IconWallet, words: 'balance money payout history' },
  ],
  admin: [
    { to: '/admin/moderation', label: 'Moderation', icon: IconGavel, words: 'queue approve reject' },
    { to: '/admin/users', label: 'Users', icon: IconUsers, words: 'people clients accounts block log in as' },
    { to: '/admin/messages', label: 'Messages', icon: IconMessage, words: 'contact form support' },
    { to: '/admin/texts', label: 'Texts', icon: IconFileText, words: 'policy help pages edit', isGodOnly: true },
    { to: '/admin/mails', label: 'Mail', icon: IconMail, words: 'outbox sent retry', isGodOnly: true },
    { to: '/admin/system', label: 'System', icon: IconHeartbeat, words: 'health alarms set aside', isGodOnly: true },
    { to: '/admin/audit-log', label: 'Audit log', icon: IconHistory, words: 'changes who when' },
  ],
};

/** Pages that every user has. */
export const COMMON_NAV: NavItem[] = [
  { to: '/account', label: 'Account', icon: IconUserCircle, words: 'profile settings theme currency unit' },
];

/** The pages of a cabinet that a user may open. */
export function navOf(cabinet: Cabinet, person: { type_id: number } | undefined): NavItem[] {
  return NAV[cabinet].filter((item) => !item.isGodOnly || isGod(person));
}
