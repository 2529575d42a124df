import {
  IconChartHistogram,
  IconGavel,
  IconPhoto,
  IconSpeakerphone,
  IconUserCircle,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Cabinet } from '~/lib/roles';

/** A page of the sidebar and of the command palette. */
export interface NavItem {
  to: LinkProps['to'] & string;
  label: string;
  icon: typeof IconWallet;
  /** Further words under which the palette finds it. */
  words?: string;
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
  admin: [{ to: '/admin/moderation', label: 'Moderation', icon: IconGavel, words: 'queue approve reject' }],
};

/** Pages that every user has. */
export const COMMON_NAV: NavItem[] = [
  { to: '/account', label: 'Account', icon: IconUserCircle, words: 'profile settings theme currency unit' },
];
