import { linkOptions } from '@tanstack/react-router';
import type { AdminUser } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { type FiguresOf, ThingFigures } from '../statistics/thing-figures';

/** What is looked at of a user on each of both sides. */
const SIDES: Readonly<Record<'advertiser' | 'webmaster', FiguresOf>> = {
  advertiser: {
    label: 'As advertiser',
    tiles: ['money', 'margin_money', 'clicks_count', 'lead', 'approve'],
    things: { group: 'campaign', label: 'Campaigns' },
    columns: ['clicks_count', 'invalid_clicks_count', 'lead', 'approve', 'money', 'margin_money'],
    opens: (id) => linkOptions({ to: '/admin/delivery', search: { campaign_id: id } }),
  },
  webmaster: {
    label: 'As webmaster',
    tiles: ['money_web', 'margin_money', 'clicks_count', 'confirmed_shows_count', 'ctr'],
    things: { group: 'site', label: 'Sites' },
    columns: ['shows_count', 'clicks_count', 'invalid_clicks_count', 'ctr', 'money_web', 'margin_money'],
    opens: paths.networkSite,
  },
};

/** The figures of a user in each cabinet that they have. */
export function UserFigures({ user }: { user: Pick<AdminUser, 'id' | 'is_advertiser' | 'is_webmaster'> }) {
  return (
    <>
      {user.is_advertiser && <ThingFigures key={`a${user.id}`} by="advertiser" id={user.id} of={SIDES.advertiser} />}
      {user.is_webmaster && <ThingFigures key={`w${user.id}`} by="webmaster" id={user.id} of={SIDES.webmaster} />}
    </>
  );
}
