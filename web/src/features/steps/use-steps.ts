/** How far a new account is, by what it has. */
import { useQuery } from '@tanstack/react-query';
import { listAllAdsOptions, listAllPushAdsOptions, listCampaignsOptions, listSitesOptions } from '~/api/queries';
import type { User } from '~/api/sdk';
import { AdStatus, CampaignStatus, SiteStatus, UserStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import { advertiserBalanceQuery, webmasterBalanceQuery } from '../finance/api';
import type { Known, Step } from './steps';

/** What is asked for of each list: whoever has more is no beginner. */
const ROWS = 50;
/** How often they are looked at, in milliseconds: a moderator or a visitor does some of them. */
const LOOK_MS = 30_000;

const OLDEST_FIRST = { page: 1, order_by: 'id', order_direction: 'asc' } as const;

/** Ads that no moderator has let through. */
const UNREAD: readonly number[] = [AdStatus.Processed, AdStatus.Waiting, AdStatus.Rejected, AdStatus.InModeration];
/** Of a push ad whose campaign was declined nothing tells whether somebody let it through: it is shown to nobody either way. */
const UNREAD_PUSH: readonly number[] = [CampaignStatus.Moderation, CampaignStatus.Declined];

const confirmed = ({ status_id: status, email }: User): Step => ({
  title: 'Address confirmed',
  isDone: status !== UserStatus.Unconfirmed,
  text: email,
  link: { to: '/account' },
});

/** The way to the first click. Only whoever has no click yet is asked for all of it. */
export function useAdvertiserSteps(user: User): Known {
  const balance = useQuery(advertiserBalanceQuery);
  const campaigns = useQuery({
    ...listCampaignsOptions({ query: { ...OLDEST_FIRST, count: ROWS, is_show_stats: 0 } }),
    refetchInterval: LOOK_MS,
  });
  const all = campaigns.data?.data ?? [];
  const [first] = all;
  const isDone =
    user.is_trusted ||
    Number(campaigns.data?.pagination.total) > ROWS ||
    all.some(({ spent_total: spent }) => spent > 0);
  const isAsked = first !== undefined && !isDone;
  const ads = useQuery({
    ...listAllAdsOptions({ query: { ...OLDEST_FIRST, count: ROWS, is_show_stats: 0 } }),
    enabled: isAsked,
    refetchInterval: LOOK_MS,
  });
  const pushAds = useQuery({
    ...listAllPushAdsOptions({ query: { limit: ROWS } }),
    enabled: isAsked && all.some(({ uuid }) => uuid),
    refetchInterval: LOOK_MS,
  });
  if (isDone) return 'done';
  if (!balance.data || !campaigns.data || ads.isLoading || pushAds.isLoading) return 'unknown';
  const native = ads.data?.data ?? [];
  const push = pushAds.data?.data ?? [];
  const isRead =
    native.some(({ status_id: status }) => !UNREAD.includes(status)) ||
    push.some(({ status_id: status }) => !UNREAD_PUSH.includes(status));
  const isRejected =
    native.some(({ status_id: status }) => status === AdStatus.Rejected) ||
    push.some(({ is_rejected: isOne }) => isOne);
  const isDeclined = push.some(
    ({ status_id: status, is_rejected: isOne }) => status === CampaignStatus.Declined && !isOne,
  );
  const hasAd = native.length + push.length > 0;
  return [
    confirmed(user),
    {
      title: 'Money on the balance',
      isDone: balance.data.balance > 0,
      text: balance.data.balance > 0 ? 'It is spent on valid clicks alone.' : 'It is needed to start, not to prepare.',
      link: { to: '/advertiser/finance' },
    },
    {
      title: 'First campaign',
      isDone: first !== undefined,
      text: first ? first.name : 'What you advertise, and how much it may cost.',
      link: first
        ? first.uuid
          ? paths.push(first.uuid)
          : paths.campaign(first.id)
        : { to: '/advertiser/campaigns/campaign-formats' },
    },
    {
      title: 'A group and an ad',
      isDone: hasAd,
      text: hasAd ? 'A person reads each ad before it is shown.' : 'Who sees it, and what they see.',
      link: first
        ? first.uuid
          ? paths.pushMedias(first.uuid)
          : paths.groups(first.id)
        : { to: '/advertiser/campaigns/campaign-formats' },
    },
    {
      title: 'An ad approved',
      isDone: isRead,
      text: isRead
        ? 'It can be shown.'
        : isRejected
          ? 'One was rejected: its reason stands beside it.'
          : isDeclined
            ? 'Its campaign was declined: the reason stands there.'
            : 'A person reads it; you get a mail.',
      link: { to: native.length > 0 || !first?.uuid ? '/advertiser/all-medias' : '/advertiser/push-medias' },
    },
    {
      title: 'First click',
      isDone: false,
      text: 'It appears here some seconds after it came. The page of a campaign says what keeps it.',
      link: first && !first.uuid ? paths.campaign(first.id) : { to: '/advertiser/clicks' },
    },
  ];
}

/** The way to the first show. */
export function useWebmasterSteps(user: User): Known {
  const { from, to } = periodOr('30d', '30d', useHour());
  const balance = useQuery(webmasterBalanceQuery);
  const sites = useQuery({
    ...listSitesOptions({
      query: { ...OLDEST_FIRST, count: ROWS, is_show_stats: 1, filters: { date_from: from, date_to: to } },
    }),
    refetchInterval: LOOK_MS,
  });
  if (!balance.data || !sites.data) return 'unknown';
  const { data: all } = sites.data;
  const { balance: free, pending, reserved } = balance.data;
  const isShown = all.some(({ statistic }) => Number(statistic?.shows_count_web ?? 0) > 0);
  if (isShown || free + pending + (reserved ?? 0) > 0 || sites.data.pagination.total > ROWS) return 'done';
  const approved = all.find(({ status_id: status }) => status === SiteStatus.Approved);
  const withBlock = all.find(({ blocks_count: count }) => count > 0);
  // Places that pages asked for, filled or not.
  const isSeen = all.some(({ fill_rate: rate }) => typeof rate === 'number');
  const isRejected = all.some(({ status_id: status }) => status === SiteStatus.Rejected);
  const [first] = all;
  const site = withBlock ?? approved ?? first;
  return [
    confirmed(user),
    {
      title: 'A site approved',
      isDone: approved !== undefined,
      text: approved
        ? approved.name
        : isRejected
          ? 'It was rejected: its reason stands beside it.'
          : first
            ? 'A person looks at it; you get a mail.'
            : 'Its address, and what it is about.',
      link: first ? paths.site((approved ?? first).id) : { to: '/webmaster/sites/create' },
    },
    {
      title: 'First block',
      isDone: withBlock !== undefined,
      text: withBlock ? withBlock.name : 'A place for ads, in your colours.',
      link: site ? (withBlock ? paths.blocks(site.id) : paths.blockCreate(site.id)) : { to: '/webmaster/sites/create' },
    },
    {
      title: 'Tag seen on a page',
      isDone: isSeen,
      text: isSeen ? 'Your pages ask for ads.' : 'Copy two lines of code into your pages, then open one.',
      link: site ? paths.blocks(site.id) : { to: '/webmaster/sites/create' },
    },
    {
      title: 'First show',
      isDone: false,
      text: 'It counts some seconds after somebody saw an ad.',
      link: { to: '/webmaster/statistics' },
    },
  ];
}
