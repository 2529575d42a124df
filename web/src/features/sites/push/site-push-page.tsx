import { IconKey, IconUpload } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { PushDay, PushHealth, PushSubscribers, SitePushResource } from '~/api/sdk';
import { PUSH_HEALTH_STATE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatDate, formatDay, formatMoney, formatNumber, formatPercent, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { stepLabel } from '~/lib/series';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Figures } from '~/ui/figures';
import { lateDialog } from '~/ui/late-dialog';
import { LineChart } from '~/ui/line-chart';
import { Badge, None, type Tone } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { PageHead } from '../../frame/page-head';
import { siteQuery } from '../api';
import { bareDomain } from '../domain';
import { pushHealthQuery, pushSubscribersQuery, sitePushQuery } from './api';
import styles from './site-push.module.css';
import { SitePushDesigner } from './site-push-form';
import { SubscriberGroups } from './subscriber-groups';
import { pointsOf } from './values';
import { WorkerFile } from './worker-file';

const HEALTH_TONES: Readonly<Record<PushHealth['state'], Tone>> = {
  unknown: 'idle',
  good: 'ok',
  falling: 'warn',
  sending_less: 'warn',
  at_risk: 'bad',
};

const share = (part: number, all: number) => (all > 0 ? (part / all) * 100 : null);

/** The parts of the page, by the names of their headings. */
const PARTS = [
  ['subscribers', 'Subscribers'],
  ['prompt', 'Prompt'],
  ['sending', 'Sending'],
  ['worker', 'Worker file'],
  ['keys', 'Keys'],
] as const;
const orNone = (value: number | null | undefined, text: (value: number) => string) =>
  typeof value === 'number' ? text(value) : <None />;

/** The figures above. */
function Strip({
  people,
  health,
  withoutHealth,
}: {
  people: PushSubscribers | undefined;
  health: PushHealth | undefined;
  /** The health did not load: the other figures stand alone. */
  withoutHealth: boolean;
}) {
  const unit = useUnit();
  const { total, before } = people ?? {};
  const figures = people &&
    total &&
    before &&
    (health || withoutHealth) && [
      {
        key: 'subscribers',
        label: 'Subscribers',
        value: formatNumber(people.subscribers),
        note: `${people.subscribers >= people.subscribers_before ? '+' : '−'}${formatNumber(Math.abs(people.subscribers - people.subscribers_before))} in these days`,
      },
      {
        key: 'accept',
        label: 'Accept the prompt',
        value: orNone(share(total.accepts, total.prompts), (value) => formatPercent(value, 1)),
        change: pointsOf(share(total.accepts, total.prompts), share(before.accepts, before.prompts), 1),
        note: `${formatNumber(total.accepts)} of ${formatNumber(total.prompts)}`,
      },
      { key: 'shown', label: 'Shown', value: formatNumber(total.shown), note: `${formatNumber(total.sent)} sent` },
      {
        key: 'ctr',
        label: 'CTR',
        value: orNone(share(total.clicked, total.shown), (value) => formatPercent(value, 2)),
        change: pointsOf(share(total.clicked, total.shown), share(before.clicked, before.shown), 2),
        note: plural(total.clicked, 'click'),
      },
      {
        key: 'income',
        label: 'Income, 30 days',
        value: health ? formatMoney(health.income, unit) : <None />,
        note: health ? plural(health.clicks, 'valid click') : 'not loaded',
      },
      {
        key: 'thousand',
        label: 'Per 1 000 subscribers',
        value: orNone(health?.income_per_thousand, (value) => formatMoney(value, unit)),
        note: health?.peers
          ? `others ${formatMoney(health.peers[0], unit)} to ${formatMoney(health.peers[1], unit)}`
          : 'in 30 days',
      },
    ];
  return <Figures label="Figures of push" figures={figures || undefined} count={6} />;
}

/** Those who came, and those who left by whatever way. */
const joined = ({ accepts, imported }: PushDay) => accepts + imported;
const left = ({ losses, unsubscribed, let_go: letGo }: PushDay) => losses + unsubscribed + letGo;

/** How many came and left, day by day. */
function Subscribers({ people }: { people: PushSubscribers }) {
  const { days, total } = people;
  const axis = {
    labels: days.map(({ date }) => formatDay(date)),
    format: (value: number | null) => formatNumber(value),
    tickLabel: (at: number) =>
      at % Math.max(1, Math.ceil(days.length / 8)) === 0 ? stepLabel(days[at]?.date ?? '') : '',
  };
  const counts = [
    ['Prompts', total.prompts],
    ['Not now', total.postponed],
    ['Blocked for good', total.denials],
    ['Accepted', total.accepts],
    ['Imported', total.imported],
    ['Left in the browser', total.losses],
    ['Left by our link', total.unsubscribed],
    ['Let go', total.let_go],
  ] as const;
  return (
    <>
      <LineChart
        label="Subscribers a day"
        height={220}
        {...axis}
        series={[{ key: 'subscribers', label: 'Subscribers', values: days.map(({ subscribers }) => subscribers) }]}
      />
      <LineChart
        label="Subscribers who came and left a day"
        height={140}
        {...axis}
        series={[
          { key: 'joined', label: 'Came', values: days.map(joined) },
          { key: 'left', label: 'Left', color: 'var(--cat-2)', values: days.map(left) },
        ]}
      />
      <dl className={styles.counts}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Whether notifications are answered, and what follows from it. */
function Health({ health }: { health: PushHealth }) {
  const known = health.weeks.filter(({ engagement }) => typeof engagement === 'number');
  return (
    <div className="stack">
      <div className="row between wrap">
        <h2 id="health">Health</h2>
        <Badge tone={HEALTH_TONES[health.state]} soft>
          {PUSH_HEALTH_STATE_LABELS[health.state]}
        </Badge>
      </div>
      <p>
        <span className={styles.engaged}>{orNone(health.engagement_28d, (value) => formatPercent(value, 2))}</span>{' '}
        <span className="s13 t2">of what was shown in 28 days was clicked</span>
      </p>
      {known.length > 1 && (
        <LineChart
          label="Clicked of 100 shown, week by week"
          height={160}
          labels={health.weeks.map(({ date }) => `The week to ${formatDay(date)}`)}
          format={(value) => formatPercent(value, 2)}
          tickLabel={(at) => (at % 4 === 3 ? stepLabel(health.weeks[at]?.date ?? '') : '')}
          series={[
            { key: 'week', label: 'Clicked', values: health.weeks.map(({ engagement }) => engagement ?? null) },
            {
              key: 'less',
              label: 'Less is sent below',
              compare: true,
              values: health.weeks.map(() => health.less_below),
            },
          ]}
        />
      )}
      <p className="s12 t3">
        Below {formatPercent(health.less_below, 2)} we send half, below {formatPercent(health.one_below, 2)} one a day:
        browsers take the permission back from sites whose notifications nobody wants. Now a subscriber gets at most{' '}
        {health.effective_daily_cap} of your {health.daily_cap} a day.
      </p>
    </div>
  );
}

const askImport = lateDialog(
  () => import('./import-dialog'),
  (dialog) => dialog.askImport,
);

/** The keys that subscriptions were made with. */
function Keys({ push }: { push: SitePushResource }) {
  return (
    <section className={styles.section} aria-labelledby="keys">
      <div className="row between wrap">
        <h2 id="keys">Keys</h2>
        <Button
          onClick={() => askImport(push.site_id)}
          disabled={push.block_id === null}
          title={push.block_id === null ? 'Save the prompt first.' : undefined}
        >
          <IconUpload size={16} aria-hidden />
          Import subscriptions
        </Button>
      </div>
      {push.keys.length === 0 && <p className="s13 t2">No key yet.</p>}
      <ul className={styles.keys}>
        {push.keys.map((key) => (
          <li key={key.public_key} className="row wrap">
            <IconKey size={14} aria-hidden />
            <span className="mono">
              {key.public_key.slice(0, 6)}…{key.public_key.slice(-4)}
            </span>
            <span className="t2">
              {key.is_newest ? 'new subscriptions are made with it' : key.is_imported ? 'imported' : 'older'}, since{' '}
              {formatDate(key.created_at)}, {plural(key.subscribers, 'subscriber')}
              {key.is_newest ? '' : ', moved on their next visit'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Span = '7' | '30' | '365';

const SPANS: readonly { value: Span; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '12 months' },
];

/** Push on a site: subscribers and health, how it asks, the worker file, what is sent. */
export function SitePushPage() {
  const { siteId } = useParams({ strict: false }) as { siteId: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: push } = useSuspenseQuery(sitePushQuery(siteId));
  const [span, setSpan] = useState<Span>('30');
  const people = useQuery(pushSubscribersQuery(siteId, Number(span)));
  const health = useQuery(pushHealthQuery(siteId));
  const domain = bareDomain(site.domain);
  const isLive = push.settings.is_on && !push.stopped_by;
  return (
    <>
      <PageHead
        title={`Push on ${domain}`}
        crumbs={[
          { label: 'Sites', link: { to: '/webmaster/sites' } },
          { label: site.name, link: paths.site(siteId) },
        ]}
        badge={
          <Badge tone={isLive ? 'ok' : push.settings.is_on ? 'warn' : 'idle'} soft>
            {isLive ? 'Asking and sending' : push.settings.is_on ? 'On, but stopped' : 'Off'}
          </Badge>
        }
      />
      <nav className="row wrap s13" aria-label="Parts of the page">
        {PARTS.map(([id, label]) => (
          <a key={id} className="link" href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      {people.isError ? (
        <ErrorPanel title="The figures did not load" of={people} />
      ) : (
        <Strip people={people.data} health={health.data} withoutHealth={health.isError} />
      )}
      <div className={styles.wide} style={{ marginTop: 20 }}>
        <section className="stack" aria-labelledby="subscribers">
          <div className="row between wrap">
            <h2 id="subscribers" className="b">
              Subscribers a day
            </h2>
            <Segmented<Span> label="Days" value={span} onChange={setSpan} options={SPANS} />
          </div>
          {people.data ? <Subscribers people={people.data} /> : !people.isError && <Skeleton height={220} radius={8} />}
        </section>
        <section aria-labelledby="health">
          {health.data ? (
            <Health health={health.data} />
          ) : health.isError ? (
            <ErrorPanel title="The health did not load" of={health} />
          ) : (
            <Skeleton height={220} radius={8} />
          )}
        </section>
      </div>
      {people.data && <SubscriberGroups people={people.data} />}
      <SitePushDesigner push={push} advice={health.data?.advice ?? []} />
      <WorkerFile push={push} />
      <Keys push={push} />
    </>
  );
}
