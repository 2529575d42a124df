import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconInfoCircle,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, explainAdOptions } from '~/api/queries';
import type { Delivery, DeliveryFunnel, Stop, StopCode } from '~/api/sdk';
import { capital, formatNumber, formatTime, plural } from '~/lib/format';
import { type PageLink, paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import type { Tone } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import styles from './delivery.module.css';

/** How often an open panel asks again. */
export const DELIVERY_EVERY_MS = 15_000;

const STATES: Record<Delivery['state'], { tone: Tone; title: string; icon: typeof IconCircleCheck }> = {
  delivers: { tone: 'ok', title: 'It delivers', icon: IconCircleCheck },
  stopped: { tone: 'warn', title: 'It does not deliver', icon: IconAlertTriangle },
  unmatched: { tone: 'warn', title: 'No request fits', icon: IconAlertTriangle },
  unknown: { tone: 'idle', title: 'Nothing stops it', icon: IconInfoCircle },
};

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
    case 'ad_stopped':
    case 'dead_link':
      return undefined;
    default:
      return mendOf(code, campaign);
  }
}

function StopRow({ stop, mend }: { stop: Stop; mend: ReactNode }) {
  const tone = TONES[stop.code] ?? (stop.owner_can_act ? 'warn' : 'info');
  const Icon = ICONS[tone] ?? (stop.code.endsWith('stopped') ? IconPlayerStop : IconAlertTriangle);
  return (
    <li className={cx(styles.stop, tone)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>
        <b>{stop.title}</b>
        <p>{stop.text}</p>
        {mend}
      </div>
      <span className="num t2">{stop.ads_count > 0 && plural(stop.ads_count, 'ad')}</span>
    </li>
  );
}

/** How wide a bar is, in per cent of all requests. */
const width = (part: number, all: number) => `${all > 0 ? (part / all) * 100 : 0}%`;

/** Says of one of the requests why it came so far and no further: asked when it is wanted. */
function Example({ ad, sample, step }: { ad: number; sample: string; step: string }) {
  const [asked, setAsked] = useState<string>();
  const answer = useQuery({
    ...explainAdOptions({ path: { id: ad }, body: { sample: asked ?? sample } }),
    select: dataOf,
    enabled: asked !== undefined,
  });
  return (
    <span role="status">
      {asked === undefined && (
        <button type="button" className="link" aria-label={`An example: ${step}`} onClick={() => setAsked(sample)}>
          An example
        </button>
      )}
      {asked !== undefined && answer.isPending && 'Asking…'}
      {answer.isError && errorText(answer.error)}
      {answer.data && `One of them: ${answer.data.text}`}
    </span>
  );
}

/** Grey is still in; vermilion fell where the owner can do something, pale as the audience is wanted. */
function Funnel({ funnel, ad }: { funnel: DeliveryFunnel; ad: number | undefined }) {
  const all = funnel.requests;
  const example = (sample: string | null | undefined, step: string) =>
    ad !== undefined &&
    sample && (
      <span className={styles.why}>
        <Example ad={ad} sample={sample} step={step} />
      </span>
    );
  return (
    <div className={styles.funnel}>
      <div className={styles.head}>
        <h3 id="fell">Where the last hour's requests fell</h3>
        <span className="t2 num">
          {formatTime(funnel.since)} to now,{' '}
          {funnel.samples === all ? '' : `a sample: ${formatNumber(funnel.samples)} of `}
          about {formatNumber(all)}
        </span>
      </div>
      <table aria-labelledby="fell">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Still in</th>
            <th scope="col">Fell</th>
            <th scope="col">% of arrived</th>
          </tr>
        </thead>
        <tbody>
          {funnel.steps.map((step) => (
            <tr key={step.step}>
              <th scope="row">
                {step.name}
                {step.fell > 0 && <span className={styles.why}>{capital(step.why)}</span>}
                {step.fell > 0 && example(step.example, step.name)}
              </th>
              <td className={styles.bars}>
                <span>
                  <i style={{ width: width(step.arrived - step.fell, all) }} />
                  <i
                    className={step.owner_can_act ? styles.hot : styles.pale}
                    style={{ width: width(step.fell, all) }}
                  />
                </span>
              </td>
              <td className="num">{step.fell > 0 ? formatNumber(step.fell) : 'none'}</td>
              <td className="num">
                {step.arrived > 0 && step.fell > 0 ? formatNumber((step.fell / step.arrived) * 100, 1) : ''}
              </td>
            </tr>
          ))}
          <tr className={styles.won}>
            <th scope="row">
              Could show it
              {example(funnel.example, 'Could show it')}
            </th>
            <td className={styles.bars}>
              <span>
                <i className={styles.shown} style={{ width: width(funnel.could_show, all) }} />
              </span>
            </td>
            <td className="num">{formatNumber(funnel.could_show)}</td>
            <td className="num">{all > 0 ? formatNumber((funnel.could_show / all) * 100, 1) : ''}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The verdict under a title: whether it delivers, with how many ads, and what stops the others. */
export function DeliveryVerdict({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return <Skeleton width={320} height={16} />;
  const { ads_on_offer: on, ads_count: all, state, stops } = delivery;
  const { tone, icon: Icon, title } = STATES[state];
  const [first, ...others] = stops;
  return (
    <p className={cx(styles.sentence, tone)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <b>
          {state === 'delivers' && all > 0 ? `Delivers with ${on} of ${plural(all, 'ad')}` : title}
          {first ? ': ' : '.'}
        </b>
        {first && (
          <>
            {first.title.charAt(0).toLowerCase() + first.title.slice(1)}
            {others.length > 0 && `, and ${plural(others.length, 'more reason')}`}.{' '}
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
  mend,
}: {
  delivery: Delivery | undefined;
  failed: boolean;
  /** The ad that it is about, where it is about one: it can be asked about a request. */
  ad?: number;
  mend: (stop: Stop) => ReactNode;
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
            <b>{state.title}</b>
            {delivery.state !== 'stopped' && <p>{delivery.text}</p>}
          </div>
        </div>
      )}
      {delivery && delivery.stops.length > 0 && (
        <ul aria-label="What stops it">
          {delivery.stops.map((stop) => (
            <StopRow key={stop.code} stop={stop} mend={mend(stop)} />
          ))}
        </ul>
      )}
      {delivery?.funnel && delivery.funnel.samples > 0 && <Funnel funnel={delivery.funnel} ad={ad} />}
    </section>
  );
}
