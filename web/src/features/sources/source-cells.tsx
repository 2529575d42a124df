import { Tooltip } from '@mantine/core';
import { IconBan, IconBolt, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { SourceRow } from '~/api/sdk';
import { formatNumber } from '~/lib/format';
import { cx } from '~/ui/classes';
import { Badge, None } from '~/ui/marks';
import {
  COEFFICIENT_RANGE,
  COEFFICIENT_WORDS,
  coefficientAt,
  invalidByGroup,
  nearestCoefficient,
  placeOfCoefficient,
  placeOfMultiple,
  readCoefficient,
  sideOf,
  sourceName,
  stateWords,
} from './source-words';
import styles from './sources.module.css';

/** After so many milliseconds without a move the slider's value is meant. */
const SETTLED_MS = 600;

/** What the campaign's list says of a source. */
export function SourceState({ row }: { row: SourceRow }) {
  if (row.state === 'blocked') {
    return (
      <Badge tone="bad" icon={row.is_by_rule ? <IconBolt size={14} aria-hidden /> : <IconBan size={14} aria-hidden />}>
        {stateWords(row)}
      </Badge>
    );
  }
  if (row.state === 'allowed') {
    return (
      <Badge tone={row.is_open ? 'ok' : 'bad'} icon={<IconCircleCheck size={14} aria-hidden />}>
        {stateWords(row)}
      </Badge>
    );
  }
  return (
    <Badge tone="idle" icon={<IconCircleDashed size={14} aria-hidden />}>
      {stateWords(row)}
    </Badge>
  );
}

/** What a lead costs against the mean: a dot with its interval, a quarter to four times. */
export function AgainstCell({ row }: { row: SourceRow }) {
  const { ratio, low, high } = row.against_mean;
  if (low === null) return <None />;
  const side = sideOf(row.against_mean);
  const [from, to] = [placeOfMultiple(low), high === null ? 100 : placeOfMultiple(high)];
  const words =
    ratio === null
      ? `No lead: at least ${formatNumber(low, 1)} times the mean`
      : `${formatNumber(ratio, 2)} times the mean, between ${formatNumber(low, 2)} and ${formatNumber(high, 2)}`;
  return (
    <span className={styles.against}>
      <span className={cx(styles.track, side && styles[side])} role="img" aria-label={words} title={words}>
        {[0, 25, 50, 75, 100].map((at) => (
          <i key={at} className={at === 50 ? styles.mean : styles.tick} style={{ left: `${at}%` }} />
        ))}
        <i className={styles.span} style={{ left: `${from}%`, width: `${Math.max(1, to - from)}%` }} />
        {ratio !== null && <i className={styles.dot} style={{ left: `${placeOfMultiple(ratio)}%` }} />}
      </span>
      <span className={cx('num', styles.multiple, side === 'dearer' ? 'down' : side === 'cheaper' ? 'up' : 't2')}>
        {ratio === null ? (side === 'dearer' ? `over ${formatNumber(low, 1)}` : 'no lead yet') : formatNumber(ratio, 2)}
      </span>
    </span>
  );
}

/** Clicks that were not charged in a hundred, with their verdicts as a bar and, when asked, in words. */
export function InvalidCell({ row, scale }: { row: SourceRow; scale: number }) {
  const share = row.invalid_percentage;
  if (share === null) return <None />;
  const groups = invalidByGroup(row);
  const all = row.statistic.invalid_clicks_count;
  const words = groups.map((group) => `${group.label.toLowerCase()} ${formatNumber(group.clicks)}`).join(', ');
  const told = (
    <span className={styles.told}>
      <b>{sourceName(row)}</b>
      <span>
        {formatNumber(all)} of {formatNumber(all + row.statistic.clicks_count)} clicks, not charged
      </span>
      {groups.map((group) => (
        <span key={group.key} className={styles.toldRow}>
          <i className={styles.square} style={{ background: group.color }} />
          {group.label}
          <b className="num">{formatNumber(group.clicks)}</b>
        </span>
      ))}
    </span>
  );
  return (
    <Tooltip label={told} disabled={groups.length === 0} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={styles.invalid}
        aria-label={`${sourceName(row)}, ${formatNumber(share, 1)} percent of clicks invalid${words && `: ${words}`}`}
      >
        <span className={styles.parts}>
          <span style={{ width: `${scale > 0 ? (share / scale) * 100 : 0}%` }}>
            {groups.map((group) => (
              <i key={group.key} style={{ flexGrow: group.clicks, background: group.color }} />
            ))}
          </span>
        </span>
        <span className={cx('num', styles.share, share >= 15 && 'down')}>{formatNumber(share, 1)}</span>
      </button>
    </Tooltip>
  );
}

/** The coefficient on a doubling scale, and as a number; both are the same value. */
export function CoefficientCell({
  row,
  onSet,
}: {
  row: SourceRow;
  /** Whether it was done. */
  onSet(value: number): Promise<boolean>;
}) {
  const stored = row.coefficient_in_force;
  const [value, setValue] = useState(stored);
  const [text, setText] = useState<string | null>(null);
  const waiting = useRef<{ send(): void; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => setValue(stored), [stored]);
  /** Sends at once what the slider waits with. */
  const flush = () => {
    const { current } = waiting;
    if (!current) return;
    clearTimeout(current.timer);
    waiting.current = null;
    current.send();
  };
  // A row that goes, to another page of the list, takes nothing with it that was meant.
  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => () => latest.current(), []);
  const name = sourceName(row);
  const set = (next: number) => {
    if (next === stored) return;
    void onSet(next).then((isDone) => {
      // What is in force stands there again.
      if (!isDone) setValue(stored);
    });
  };
  const slide = (next: number) => {
    setText(null);
    setValue(next);
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { send: () => set(next), timer: setTimeout(() => latest.current(), SETTLED_MS) };
  };
  const typed = () => {
    const next = text === null ? null : readCoefficient(text);
    // What cannot be read stays, marked, until it is mended or given up.
    if (next === null) return;
    setText(null);
    setValue(next);
    set(next);
  };
  const isWrong = text !== null && readCoefficient(text) === null;
  const one = placeOfCoefficient(1);
  const at = placeOfCoefficient(value);
  const edges = { '--a': `${Math.min(one, at)}%`, '--b': `${Math.max(one, at)}%` } as React.CSSProperties;
  return (
    <span className={styles.coefficient}>
      <input
        type="range"
        className={styles.slider}
        style={edges}
        min={0}
        max={100}
        step="any"
        value={at}
        disabled={row.state === 'blocked'}
        aria-label={`Coefficient of ${name}`}
        aria-valuetext={formatNumber(value, 1)}
        onChange={(event) => slide(coefficientAt(Number(event.target.value)))}
        onBlur={flush}
        onKeyDown={(event) => {
          const step = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          slide(nearestCoefficient(value + step));
        }}
      />
      <input
        className={cx('num', styles.number)}
        inputMode="decimal"
        value={text ?? formatNumber(value, 1)}
        disabled={row.state === 'blocked'}
        aria-label={`Coefficient of ${name}, number, ${COEFFICIENT_RANGE}`}
        aria-invalid={isWrong || undefined}
        title={isWrong ? COEFFICIENT_WORDS : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={typed}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed();
          if (event.key === 'Escape') setText(null);
        }}
      />
    </span>
  );
}
