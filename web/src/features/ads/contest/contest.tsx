import { IconPlayerStop, IconStar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatNumber, plural } from '~/lib/format';
import { contestOf, type Standing, SURE, scaleOf, surePercent, TRIES_MIN } from '~/lib/interval';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { Interval } from '~/ui/interval';
import { Thumb } from '~/ui/marks';
import styles from './contest.module.css';

/** An ad that stands in a test. */
export interface Contender {
  id: string;
  /** Its number, to be read. */
  number: number;
  name: string;
  thumb: string | null;
  shows: number;
  clicks: number;
  /** None where they are not counted. */
  leads: number | null;
}

/** What is compared: clicks of shows, or leads of clicks. */
type By = 'ctr' | 'cr';

const percent = (share: number) => formatNumber(share * 100, 2);

/** "It leads by 0,06 points. Enough to stop the others: 97,8 % sure." */
function verdictOf([first, second]: readonly Standing[], isDecided: boolean, name: string): ReactNode {
  if (!first || !second) return `It begins once two of them had ${formatNumber(TRIES_MIN)} shows.`;
  const ahead = `${percent(first.rate - second.rate)} points`;
  const sure = `${formatNumber(surePercent(first.best), 1)} % sure`;
  return isDecided ? (
    <>
      <b>{name}</b> is ahead by {ahead}. Enough to stop the others: {sure}.
    </>
  ) : (
    <>
      <b>{name}</b> is ahead by {ahead}, {sure}: not enough yet to stop the others.
    </>
  );
}

/** Which of several ads is the best one and how sure that is: a dot with its interval each, on one scale. */
export function Contest({
  ads,
  period,
  onStop,
  busy = false,
}: {
  ads: readonly Contender[];
  /** What days are counted: "last 7 days". */
  period: string;
  /** Stops ads that cannot be the best one. */
  onStop(ids: readonly string[]): void;
  busy?: boolean;
}) {
  const [by, setBy] = useState<By>('ctr');
  const withLeads = ads.some(({ leads }) => leads !== null && leads > 0);
  const shown = withLeads ? by : 'ctr';
  const entries = ads.map(({ id, shows, clicks, leads }) =>
    shown === 'ctr'
      ? { id, tries: shows, hits: Math.min(shows, clicks) }
      : { id, tries: clicks, hits: Math.min(clicks, leads ?? 0) },
  );
  const { standings, early, isDecided } = contestOf(entries);
  const adOf = new Map(ads.map((ad) => [ad.id, ad]));
  const scale = scaleOf(standings);
  const [tries, hits] = standings.reduce(([a, b], one) => [a + one.tries, b + one.hits], [0, 0]);
  const mean = tries > 0 ? hits / tries : undefined;
  const losers = standings.filter(({ loses }) => loses);
  if (ads.length < 2) return null;
  const [first] = standings;
  return (
    <section className={styles.contest} aria-labelledby="contest">
      <div className={styles.head}>
        <div>
          <h2 id="contest">Test of {plural(ads.length, 'ad')}</h2>
          <p className="s13 t2">{verdictOf(standings, isDecided, (first && adOf.get(first.id)?.name) ?? '')}</p>
        </div>
        <div className="row wrap">
          {withLeads && (
            <Segmented<By>
              label="Compared by"
              value={by}
              onChange={setBy}
              options={[
                { value: 'ctr', label: 'CTR' },
                { value: 'cr', label: 'CR' },
              ]}
            />
          )}
          {losers.length > 0 && (
            <Button variant="ink" size="sm" busy={busy} onClick={() => onStop(losers.map(({ id }) => id))}>
              <IconPlayerStop size={14} aria-hidden />
              Stop {plural(losers.length, 'loser')}
            </Button>
          )}
        </div>
      </div>
      {standings.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="Table of the test">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Ad, {period}</th>
                <th scope="col">{shown === 'ctr' ? 'Shows' : 'Clicks'}</th>
                <th scope="col">{shown === 'ctr' ? 'Clicks' : 'Leads'}</th>
                <th scope="col">{shown === 'ctr' ? 'CTR, %' : 'CR, %'}</th>
                <th scope="col" className={styles.scale}>
                  <span className={styles.ends}>
                    <span>{percent(scale.from)}</span>
                    {mean !== undefined && <span>all {percent(mean)}</span>}
                    <span>{percent(scale.to)}</span>
                  </span>
                </th>
                <th scope="col">95 % interval</th>
                <th scope="col">Chance to be best</th>
              </tr>
            </thead>
            <tbody>
              {standings.map((one, at) => {
                const ad = adOf.get(one.id);
                const chance = formatNumber(surePercent(one.best), 1);
                return (
                  <tr key={one.id}>
                    <th scope="row">
                      <span className="row">
                        <Thumb url={ad?.thumb} alt="" square />
                        <span className={cx('ell', styles.name)} title={ad?.name}>
                          {ad?.name}
                        </span>
                        <span className="mono t3">{ad?.number}</span>
                      </span>
                    </th>
                    <td>{formatNumber(one.tries)}</td>
                    <td>{formatNumber(one.hits)}</td>
                    <td>
                      <b>{percent(one.rate)}</b>
                    </td>
                    <td className={styles.scale}>
                      <Interval
                        interval={one}
                        scale={scale}
                        mean={mean}
                        label={`${percent(one.rate)} %, between ${percent(one.low)} and ${percent(one.high)} %`}
                      />
                    </td>
                    <td>
                      {percent(one.low)} to {percent(one.high)}
                    </td>
                    <td>
                      {standings.length < 2 ? (
                        <span className="t2">Nothing to compare with yet</span>
                      ) : at === 0 && one.best >= SURE ? (
                        <span className="up">
                          <IconStar size={14} aria-hidden /> Best ad, {chance} % sure
                        </span>
                      ) : (
                        <span className="row">
                          {chance} %
                          {one.loses && (
                            <Button
                              size="sm"
                              disabled={busy}
                              aria-label={`Stop ${ad?.name}`}
                              onClick={() => onStop([one.id])}
                            >
                              Stop
                            </Button>
                          )}
                        </span>
                      )}
                    </td>
                  </tr>
                );
              })}
              {early.map(({ id, tries: few }) => {
                const ad = adOf.get(id);
                return (
                  <tr key={id}>
                    <th scope="row">
                      <span className="row">
                        <Thumb url={ad?.thumb} alt="" square />
                        <span className={cx('ell', styles.name)}>{ad?.name}</span>
                        <span className="mono t3">{ad?.number}</span>
                      </span>
                    </th>
                    <td>{formatNumber(few)}</td>
                    <td colSpan={5} className="t3">
                      Too early: it is compared from {formatNumber(TRIES_MIN)} {shown === 'ctr' ? 'shows' : 'clicks'} on
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
