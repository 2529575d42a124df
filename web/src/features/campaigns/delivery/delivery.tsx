import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconInfoCircle,
  IconPlayerStop,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { explainAdMutation } from '~/api/queries';
import type { Delivery, Stop, StopAhead, StopCode, StopObject } from '~/api/sdk';
import { DELIVERY_STATE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatNumber, plural } from '~/lib/format';
import { type PageLink, paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import type { Tone } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import styles from './delivery.module.css';
import { type ExplainCall, Funnel } from './delivery-funnel';
import { aheadText, stopText } from './delivery-words';

/** How often an open panel asks again. */
export const DELIVERY_EVERY_MS = 15_000;

const STATES: Record<Delivery['state'], { tone: Tone; icon: typeof IconCircleCheck }> = {
  delivers: { tone: 'ok', icon: IconCircleCheck },
  outbid: { tone: 'warn', icon: IconAlertTriangle },
  stopped: { tone: 'warn', icon: IconAlertTriangle },
  unmatched: { tone: 'warn', icon: IconAlertTriangle },
  unknown: { tone: 'idle', icon: IconInfoCircle },
};

/** What is said of it all at first. Where a part is stopped, it is of the rest. */
function titleOf({ state, stops, funnel }: Delivery): string {
  if (state === 'outbid' && !funnel?.beaten) return 'Your other ads take its places';
  if (state === 'unknown' && stops.length > 0) return 'Nothing stops the rest';
  return DELIVERY_STATE_LABELS[state];
}

const TONES: Partial<Record<StopCode, Tone>> = {
  rejected: 'bad',
  declined: 'bad',
  no_balance: 'bad',
  paused_by_staff: 'bad',
  moderation: 'info',
  not_loaded: 'info',
  pacing: 'info',
};

const ICONS: Partial<Record<Tone, typeof IconCircleCheck>> = { bad: IconCircleX, info: IconHourglass };

/** Where something is mended. */
export interface Mend {
  label: string;
  link: PageLink;
}

/** What a rule has paused is started, or taken back there. */
export const TO_RULES: Mend = { label: 'To your rules', link: { to: '/advertiser/rules' } };

/** What mends a stop: a button, where one is enough, and the way to the rest. */
export function Fix({ press, mend }: { press?: { label: string; run(): void } | false; mend: Mend | undefined }) {
  if (!press && !mend) return null;
  return (
    <div className={styles.fix}>
      {press && (
        <Button size="sm" onClick={press.run}>
          {press.label}
        </Button>
      )}
      {mend && (
        <Link className="link" {...mend.link}>
          {mend.label}
        </Link>
      )}
    </div>
  );
}

/** Where what stops a campaign is mended; nothing where it goes on by itself or in the list below. */
export function mendOf(code: StopCode, campaign: number): Mend | undefined {
  switch (code) {
    case 'no_balance':
      return { label: 'To finance', link: { to: '/advertiser/finance' } };
    case 'total_limit':
    case 'daily_limit':
    case 'money_reserved':
    case 'price_above_rest':
      return { label: 'Change the limits', link: paths.campaignEdit(campaign) };
    case 'outside_hours':
    case 'pacing':
      return { label: 'Edit the campaign', link: paths.campaignEdit(campaign) };
    case 'no_group':
      return { label: 'Add a group', link: paths.groupCreate(campaign) };
    case 'archived':
      return {
        label: 'To archived campaigns',
        link: { to: '/advertiser/campaigns', search: { status: 'archived' } },
      };
    case 'group_stopped':
    case 'group_archived':
    case 'group_outside_hours':
    case 'group_paused':
    case 'dead_link':
    case 'no_ad':
    case 'rejected':
    case 'draft':
    case 'ad_stopped':
    case 'no_block':
      return { label: 'To the groups', link: paths.groups(campaign) };
    case 'paused_by_rule':
    case 'ad_paused_by_rule':
      return TO_RULES;
    default:
      return undefined;
  }
}

/** Where what stops a group is mended. */
export function mendOfGroup(code: StopCode, campaign: number, group: number): Mend | undefined {
  switch (code) {
    case 'stopped':
    case 'paused_by_rule':
      return { label: 'To the campaign', link: paths.campaign(campaign) };
    case 'group_paused':
      return TO_RULES;
    case 'group_outside_hours':
      return { label: 'Edit the group', link: paths.groupEdit(campaign, group) };
    case 'no_ad':
      return { label: 'Write an ad', link: paths.mediaCreate(campaign, group) };
    case 'group_stopped':
    case 'rejected':
    case 'draft':
    case 'ad_stopped':
    case 'dead_link':
      return undefined;
    default:
      return mendOf(code, campaign);
  }
}

/** Where what stops an ad is mended, beside its own page. */
export function mendOfAd(code: StopCode, campaign: number, group: number): Mend | undefined {
  switch (code) {
    case 'stopped':
    case 'paused_by_rule':
      return { label: 'To the campaign', link: paths.campaign(campaign) };
    case 'group_stopped':
    case 'group_paused':
    case 'group_archived':
      return { label: 'To the group', link: paths.group(campaign, group) };
    case 'group_outside_hours':
      return { label: 'Edit the group', link: paths.groupEdit(campaign, group) };
    case 'rejected':
    case 'draft':
    case 'ad_stopped':
    case 'dead_link':
      return undefined;
    default:
      return mendOf(code, campaign);
  }
}

/** Where a group or ad that a stop names stands; nothing where whoever reads has no way there. */
export type LinkOf = (thing: StopObject) => PageLink | undefined;

/** The same in the cabinet of the owner of a native campaign. */
export const linkIn =
  (campaign: number): LinkOf =>
  ({ kind, id, group_id: group }) =>
    kind === 'group' ? paths.group(campaign, id) : paths.mediaEdit(campaign, group, id);

/** The first of what a stop is about, by name, and how many more there are. */
function Named({ stop: { of, of_count: count }, linkOf }: { stop: Stop; linkOf: LinkOf | undefined }) {
  if (of.length === 0) return null;
  const name = (thing: StopObject) => thing.name || `${thing.kind === 'group' ? 'Group' : 'Ad'} ${thing.id}`;
  return (
    <p>
      {of.map((thing, at) => {
        const link = linkOf?.(thing);
        return (
          <span key={thing.id}>
            {at > 0 && ', '}
            {link ? (
              <Link className="link" {...link}>
                {name(thing)}
              </Link>
            ) : (
              name(thing)
            )}
          </span>
        );
      })}
      {count > of.length && ` and ${formatNumber(count - of.length)} more`}
    </p>
  );
}

/** What will stop it today, with what keeps it from doing so. */
function AheadRow({ ahead, mend }: { ahead: StopAhead; mend: ReactNode }) {
  const unit = useUnit();
  return (
    <li className={cx(styles.stop, 'info')}>
      <IconHourglass size={16} stroke={1.75} aria-hidden />
      <div>
        <b>{ahead.title}</b>
        <p>{aheadText(ahead, unit)}</p>
        {mend}
      </div>
      <span />
    </li>
  );
}

function StopRow({ stop, mend, linkOf }: { stop: Stop; mend: ReactNode; linkOf: LinkOf | undefined }) {
  const unit = useUnit();
  const tone = TONES[stop.code] ?? (stop.owner_can_act ? 'warn' : 'info');
  const Icon = ICONS[tone] ?? (stop.code.endsWith('stopped') ? IconPlayerStop : IconAlertTriangle);
  return (
    <li className={cx(styles.stop, tone)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>
        <b>{stop.title}</b>
        <p>{stopText(stop, unit)}</p>
        <Named stop={stop} linkOf={linkOf} />
        {mend}
      </div>
      <span className="num t2">{stop.ads_count > 0 && plural(stop.ads_count, 'ad')}</span>
    </li>
  );
}

/** The verdict under a title: whether it delivers, with how many ads, and what stops the others. */
export function DeliveryVerdict({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return <Skeleton width={320} height={16} />;
  const { ads_on_offer: on, ads_count: all, state, stops } = delivery;
  const { tone, icon: Icon } = STATES[state];
  const [first, ...others] = stops;
  // Of what is stopped, and of what delivers in part, the stops are the reason; of the rest they say nothing.
  const isReason = state === 'stopped' || state === 'delivers';
  const stopped = all - on;
  return (
    <p className={cx(styles.sentence, tone)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <b>
          {state === 'delivers' && all > 0 ? `Delivers with ${on} of ${plural(all, 'ad')}` : titleOf(delivery)}
          {first && isReason ? ': ' : '.'}
        </b>
        {first && (
          <>
            {!isReason && ` ${formatNumber(stopped)} of ${plural(all, 'ad')} ${stopped === 1 ? 'is' : 'are'} stopped: `}
            {first.title.charAt(0).toLowerCase() + first.title.slice(1)}
            {others.length > 0 && `, and ${plural(others.length, 'more reason')}`}.
          </>
        )}
        {(first || state === 'outbid') && (
          <>
            {' '}
            <a className="link" href="#delivery">
              See why
            </a>
          </>
        )}
      </span>
    </p>
  );
}

/** Whether something delivers, what stops it, and where the last hour's requests fell: as the engine says. */
export function DeliveryPanel({
  delivery,
  failed,
  ad,
  explain = explainAdMutation,
  mend,
  mendAhead,
  linkOf,
}: {
  delivery: Delivery | undefined;
  failed: boolean;
  /** The ad that it is about, where it is about one: it can be asked about a request. */
  ad?: number;
  /** The call that is asked then: its owner's unless said. */
  explain?: ExplainCall;
  mend: (stop: Stop) => ReactNode;
  mendAhead?: (ahead: StopAhead) => ReactNode;
  linkOf?: LinkOf;
}) {
  const state = delivery && STATES[delivery.state];
  return (
    <section className={styles.panel} aria-labelledby="delivery">
      <div className={styles.head}>
        <h2 id="delivery">Delivery</h2>
        {delivery && delivery.ads_count > 0 && (
          <span className="t2 num">
            {delivery.ads_on_offer} of {plural(delivery.ads_count, 'ad')} on offer
          </span>
        )}
      </div>
      {!delivery && !failed && (
        <div className={styles.verdict}>
          <span />
          <Skeleton width="80%" height={14} />
        </div>
      )}
      {!delivery && failed && <p className={styles.verdict}>What stops it cannot be told just now.</p>}
      {delivery && state && (
        <div className={cx(styles.verdict, state.tone)} role="status">
          <state.icon size={16} stroke={1.75} aria-hidden />
          <div>
            <b>{titleOf(delivery)}</b>
            {delivery.state !== 'stopped' && <p>{delivery.text}</p>}
          </div>
        </div>
      )}
      {delivery && delivery.stops.length > 0 && (
        <ul aria-label="What stops it">
          {delivery.stops.map((stop) => (
            <StopRow key={stop.code} stop={stop} mend={mend(stop)} linkOf={linkOf} />
          ))}
        </ul>
      )}
      {delivery && delivery.ahead.length > 0 && (
        <ul aria-label="What will stop it today">
          {delivery.ahead.map((ahead) => (
            <AheadRow key={ahead.code} ahead={ahead} mend={mendAhead?.(ahead)} />
          ))}
        </ul>
      )}
      {delivery?.funnel && delivery.funnel.samples > 0 && (
        <Funnel funnel={delivery.funnel} asked={ad === undefined ? undefined : { ad, call: explain }} />
      )}
    </section>
  );
}
