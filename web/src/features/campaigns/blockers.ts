import type { AdvertiserBalance, Campaign } from '~/api/types';
import { AD_STATUS_RUNNING, AdStatus, CampaignStatus } from '~/api/words';
import { type CurrencyUnit, formatLimit, formatMoney, unitSymbol } from '~/lib/format';
import { type PageLink, paths } from '~/lib/paths';

/** Something that keeps a campaign from delivering, and the way to mend it. */
export interface Blocker {
  key: string;
  tone: 'bad' | 'warn' | 'info';
  title: string;
  what: string;
  /** Where it is mended; absent when waiting is all there is. */
  fix?: { label: string; link: PageLink } | { label: string; start: true };
}

/** What the page knows beside the campaign. */
export interface BlockerFacts {
  balance: Pick<AdvertiserBalance, 'balance'> | undefined;
  groups: readonly { id: number; name: string; is_started_wanted: boolean; ad_started_count: number }[] | undefined;
  /** Ads by status, of the whole campaign. */
  ads: Record<string, number> | null | undefined;
}

/** Everything between this campaign and its first show, the strongest reason first. */
export function blockersOf(campaign: Campaign, facts: BlockerFacts, unit: CurrencyUnit): Blocker[] {
  const out: Blocker[] = [];
  const edit = { label: 'Edit the campaign', link: paths.campaignEdit(campaign.id) };
  const symbol = unitSymbol(unit);
  if (campaign.status === CampaignStatus.Archived) {
    out.push({
      key: 'archived',
      tone: 'info',
      title: 'It is archived',
      what: 'Restore it from the menu of the list to use it again.',
      fix: { label: 'To archived campaigns', link: { to: '/advertiser/campaigns', search: { status: 'archived' } } },
    });
  }
  if (campaign.status === CampaignStatus.Declined) {
    out.push({
      key: 'declined',
      tone: 'bad',
      title: 'It was declined',
      what: 'Every ad was rejected. Mend what the reasons name and send the ads again.',
      fix: { label: 'See the ads', link: paths.groups(campaign.id) },
    });
  }
  if (campaign.status === CampaignStatus.PausedByStaff) {
    out.push({ key: 'staff', tone: 'bad', title: 'The network paused it', what: 'Ask your manager for the reason.' });
  }
  if (!campaign.is_started_wanted && campaign.status !== CampaignStatus.Archived) {
    out.push({
      key: 'stopped',
      tone: 'info',
      title: 'It is stopped',
      what: 'Nothing is shown or spent until you start it.',
      fix: { label: 'Start', start: true },
    });
  }
  if (facts.balance && facts.balance.balance <= 0) {
    out.push({
      key: 'balance',
      tone: 'bad',
      title: 'Your balance is used up',
      what: `${formatMoney(facts.balance.balance, unit)} is left. It goes on within a second after a top-up.`,
      fix: { label: 'To finance', link: { to: '/advertiser/finance' } },
    });
  }
  const total = campaign.total_money_limit;
  if (typeof total === 'number' && campaign.spent_total >= total) {
    out.push({
      key: 'total',
      tone: 'warn',
      title: 'The total limit is spent',
      what: `${formatLimit(total, unit)} ${symbol} in all. Raise it to go on.`,
      fix: edit,
    });
  }
  const daily = campaign.daily_money_limit;
  if (typeof daily === 'number' && campaign.spent_today >= daily) {
    out.push({
      key: 'daily',
      tone: 'warn',
      title: 'The daily limit is spent',
      what: `${formatLimit(daily, unit)} ${symbol} a day. It goes on at 00:00 UTC, or when you raise the limit.`,
      fix: edit,
    });
  } else if (campaign.status === CampaignStatus.DailyBudget) {
    out.push({
      key: 'daily',
      tone: 'warn',
      title: 'The daily limit is almost spent',
      what: 'What is left is less than one click may cost. It goes on at 00:00 UTC, or when you raise the limit.',
      fix: edit,
    });
  }
  if (campaign.status === CampaignStatus.Schedule) {
    out.push({
      key: 'schedule',
      tone: 'info',
      title: 'This hour is not in its schedule',
      what: 'It goes on by itself in the next hour that is. Hours are UTC.',
      fix: edit,
    });
  }
  if (facts.groups && facts.groups.length === 0) {
    out.push({
      key: 'groups',
      tone: 'warn',
      title: 'It has no group',
      what: 'A group says who sees the ads.',
      fix: { label: 'Add a group', link: paths.groupCreate(campaign.id) },
    });
  } else if (facts.groups && !facts.groups.some((group) => group.is_started_wanted)) {
    out.push({
      key: 'groups-stopped',
      tone: 'warn',
      title: 'All its groups are stopped',
      what: 'Start at least one.',
      fix: { label: 'To the groups', link: paths.groups(campaign.id) },
    });
  }
  const ads = facts.ads;
  const first = facts.groups?.[0];
  if (ads && first && (ads.total ?? 0) === 0) {
    out.push({
      key: 'ads',
      tone: 'warn',
      title: 'It has no ad',
      what: 'Write the first one; a person reads it before it is shown.',
      fix: { label: 'Add an ad', link: paths.mediaCreate(campaign.id, first.id) },
    });
  } else if (ads && (ads.total ?? 0) > 0) {
    const count = (...statuses: AdStatus[]) => statuses.reduce((sum, status) => sum + (ads[status] ?? 0), 0);
    const waiting = count(AdStatus.Waiting, AdStatus.InModeration);
    const rejected = count(AdStatus.Rejected);
    const live = count(...AD_STATUS_RUNNING);
    if (live === 0 && waiting > 0) {
      out.push({
        key: 'moderation',
        tone: 'info',
        title: 'Its ads wait for moderation',
        what: 'A person reads them. Nothing is to be done until then.',
      });
    } else if (live === 0 && rejected > 0) {
      out.push({
        key: 'rejected',
        tone: 'bad',
        title: 'Its ads were rejected',
        what: 'Mend what the reasons name and send them again.',
        fix: { label: 'See the ads', link: paths.groups(campaign.id) },
      });
    } else if (live === 0 && count(AdStatus.Stopped) > 0) {
      out.push({
        key: 'ads-stopped',
        tone: 'warn',
        title: 'All its ads are stopped',
        what: 'Start at least one.',
        fix: { label: 'To the groups', link: paths.groups(campaign.id) },
      });
    }
  }
  return out;
}
