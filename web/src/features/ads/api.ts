import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, getAdDeliveryOptions, getAdOptions, startAdsMutation, stopAdsMutation } from '~/api/queries';
import type { Ad, Stop, StopCode } from '~/api/sdk';
import { AD_STATUS_RUNNING, AD_STATUS_SWITCHABLE, AdStatus } from '~/api/words';
import { toastError } from '~/ui/toast';
import { byIds, refusedIn } from '../list/change';
import { type Wished, wishOf } from '../list/wish';
import { draftWhyNot } from './drafts';
import { linkPace } from './landing/link-look';

/** One ad. While somebody waits for a look at its landing page, what it found is asked for. */
export const adQuery = (id: string) =>
  queryOptions({
    ...getAdOptions({ path: { id: Number(id) } }),
    select: dataOf,
    refetchInterval: ({ state }) => linkPace(state.data && [state.data.data], false),
  });

const startAll = byIds<Ad>(startAdsMutation);

/** Groups of which it is asked whether what was started there is shown. */
const GROUPS_ASKED = 5;

/** What stands above an ad: it stops all ads of the campaign, or of the group. */
const OF_CAMPAIGN: readonly StopCode[] = [
  'archived',
  'declined',
  'paused_by_staff',
  'stopped',
  'paused_by_rule',
  'no_balance',
  'total_limit',
  'daily_limit',
  'outside_hours',
];
const OF_GROUP: readonly StopCode[] = ['group_stopped', 'group_archived', 'group_paused', 'group_outside_hours'];

/** Starts ads. Those that refused are answered; of the others it is asked what halts them, for which nothing waits. */
const starting = async (ads: readonly Ad[], client: QueryClient): Promise<unknown> => {
  const answer = await startAll(ads, client);
  const refused = refusedIn(answer);
  void tellHalted(
    ads.filter(({ id }) => !refused.has(String(id))),
    client,
  );
  return answer;
};

/** Says of ads that were started that some run no sooner for it, because their group or campaign is stopped. */
async function tellHalted(ads: readonly Ad[], client: QueryClient): Promise<void> {
  // What stands above an ad is the same for all of its group.
  const firsts = [...new Map(ads.toReversed().map((ad) => [ad.group_id, ad])).values()].toReversed();
  const found = await Promise.all(
    firsts.slice(0, GROUPS_ASKED).map(async (first) => {
      const question = getAdDeliveryOptions({ path: { id: first.id } });
      // What cannot be told now stands on the pages of campaign and group.
      const answer = await client.fetchQuery({ ...question, staleTime: 0, retry: false }).catch(() => undefined);
      const stop = answer?.data.stops.find(({ code }) => OF_CAMPAIGN.includes(code) || OF_GROUP.includes(code));
      if (!stop) return [];
      const isUnder = (ad: Ad) =>
        OF_GROUP.includes(stop.code) ? ad.group_id === first.group_id : ad.campaign_id === first.campaign_id;
      return [{ stop, under: ads.filter(isUnder) }];
    }),
  );
  const halts = found.flat();
  if (halts.length === 0) return;
  const halted = new Set(halts.flatMap(({ under }) => under)).size;
  const why = new Set(halts.map(({ stop, under }) => detailOf(stop, under.length)));
  toastError(titleOf(halted, ads.length), undefined, { id: 'started-not-shown', detail: [...why].join(' ') });
}

const titleOf = (halted: number, started: number): string => {
  if (started === 1) return 'The ad is started, but not shown';
  return halted === started
    ? `The ${started} ads are started, but not shown`
    : `Not all of the ${started} started ads are shown`;
};

/** Of ads that were started just now, what is stopped is above them. */
const detailOf = ({ code, title, text }: Stop, halted: number): string => {
  if (code !== 'stopped') return `${title}. ${text}`;
  return halted === 1
    ? 'Its campaign is stopped. Start the campaign, and the ad runs.'
    : 'Their campaign is stopped. Start the campaign, and the ads run.';
};

/** Ads, wherever they stand. Only approved ones have a wish; drafts are sent. */
export const ADS: Wished<Ad> = {
  noun: ['ad', 'ads'],
  rowName: (ad) => ad.title,
  told: ['listAds', 'listAllAds', 'getAd'],
  wish: wishOf<Ad>({
    isOn: (ad) => AD_STATUS_RUNNING.includes(ad.status_id),
    can: (ad) => AD_STATUS_SWITCHABLE.includes(ad.status_id) && !ad.is_draft,
    whyNot: draftWhyNot(AdStatus.Archived),
    guess: (ad, on) => ({ ...ad, status_id: on ? AdStatus.Launched : AdStatus.Stopped }),
    start: { all: starting },
    stop: { all: byIds(stopAdsMutation) },
  }),
};
