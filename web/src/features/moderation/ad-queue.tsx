import { Textarea } from '@mantine/core';
import { IconCheck, IconExternalLink, IconLock, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdQueue as Queue } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { BAN_REASONS } from '~/lib/ban-reasons';
import { formatMoney, formatWait } from '~/lib/format';
import { formatNames } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Badge, Kbd, Thumb } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { thumbOf } from '../ads/thumb';
import { countryName } from '../campaigns/targeting-facts';
import { unlockAd, useDecide, type WaitingAd } from './api';
import styles from './moderation.module.css';
import { ChangedNote, GoneNote } from './notes';
import { useDraft } from './use-draft';
import { ignoreRepeats, useKeys } from './use-keys';
import { type Lock, useLock } from './use-lock';
import { useQueue } from './use-queue';

/** Longest comment to the owner, in characters. */
const COMMENT_LENGTH = 1_000;

function waitOf(ad: WaitingAd): string {
  return formatWait(Date.now() - Date.parse(ad.submitted_at));
}

function ownerName(ad: WaitingAd): string {
  return ad.advertiser.name || ad.advertiser.email;
}

function bidText(ad: WaitingAd, unit: 'dollar' | 'cent'): string {
  if (typeof ad.one_bid_for_all_geo === 'number') return formatMoney(ad.one_bid_for_all_geo, unit, 3);
  const bids = ad.bids.map((bid) => bid.bid);
  if (bids.length === 0) return '–';
  const [low, high] = [Math.min(...bids), Math.max(...bids)];
  return low === high ? formatMoney(low, unit, 3) : `${formatMoney(low, unit, 3)} to ${formatMoney(high, unit, 3)}`;
}

function landingHost(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

interface AdViewProps {
  ad: WaitingAd;
  lock: Lock;
  place: string;
  /** How to go on from an ad that has left the queue. */
  onLeave: (() => void) | undefined;
}

function AdView({ ad, lock, place, onLeave }: AdViewProps) {
  const unit = useUnit();
  const square = ad.media_contents.find((media) => media.kind === 'square');
  const wide = ad.media_contents.find((media) => media.kind === 'horizontal');
  const countries = ad.countries;
  return (
    <article className={styles.ad} aria-label={`Ad ${ad.id}`}>
      <div className="row between wrap">
        <div className="row">
          {lock.state === 'mine' || lock.state === 'looking' ? (
            <Badge tone="info" soft icon={<IconLock size={14} aria-hidden />}>
              Locked by you
            </Badge>
          ) : (
            <Badge tone="idle" soft icon={<IconLock size={14} aria-hidden />}>
              {lock.state === 'refused' || onLeave ? 'Not yours' : 'Not locked yet'}
            </Badge>
          )}
          <span className="mono t3">{ad.id}</span>
          <span className="s13 t2">{place}</span>
        </div>
        <span className="s13 t2">{ownerName(ad)}</span>
      </div>
      {ad.is_check && <Note tone="info">It runs already, because its owner is trusted: this is the later look.</Note>}
      {onLeave && <GoneNote onLeave={onLeave} />}
      {lock.state === 'refused' && (
        <Note tone="warn" alert>
          {lock.why}
        </Note>
      )}
      {'changed' in lock && lock.changed && <ChangedNote />}
      <div className={styles.pictures}>
        {square && (
          <figure>
            <img src={square.url} alt="The square version" />
            <figcaption>
              Square, {square.width} × {square.height}
            </figcaption>
          </figure>
        )}
        {wide && (
          <figure>
            <img src={wide.url} alt="The wide version" />
            <figcaption>
              Wide, {wide.width} × {wide.height}
            </figcaption>
          </figure>
        )}
      </div>
      <div className="stack" style={{ gap: 6 }}>
        <h2 className={styles.title}>{ad.title}</h2>
        {ad.short_description && <p className={styles.text}>{ad.short_description}</p>}
        {ad.full_text && <p className={styles.text}>{ad.full_text}</p>}
      </div>
      <dl className={styles.meta}>
        {ad.campaign_name && (
          <div>
            <dt>Campaign</dt>
            <dd>{ad.campaign_name}</dd>
          </div>
        )}
        <div>
          <dt>Formats</dt>
          <dd>{formatNames(ad.supported_block_format_types)}</dd>
        </div>
        <div>
          <dt>Bid</dt>
          <dd className="num">{bidText(ad, unit)}</dd>
        </div>
        {ad.brand && (
          <div>
            <dt>Brand</dt>
            <dd>{ad.brand}</dd>
          </div>
        )}
        {countries.length > 0 && (
          <div>
            <dt>Geo</dt>
            <dd>{countries.length <= 4 ? countries.map(countryName).join(', ') : `${countries.length} countries`}</dd>
          </div>
        )}
      </dl>
      <section className={styles.landing} aria-label="Landing page">
        <div className="row between wrap">
          <h3>Landing page</h3>
          <a
            id="landing"
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
            href={ad.original_url}
            target="_blank"
            rel="noreferrer noopener nofollow"
          >
            <IconExternalLink size={14} aria-hidden />
            Open {landingHost(ad.original_url)}
            <Kbd>L</Kbd>
          </a>
        </div>
        <p className={cx(styles.url, 'mono')}>{ad.original_url}</p>
      </section>
    </article>
  );
}

/** Ads that wait: the queue, the open ad, the decision. */
export function AdQueue({ answer }: { answer: UseQueryResult<Queue, unknown> }) {
  const me = useUser();
  const ads = answer.data?.data ?? NOTHING;
  const [decided] = useState(() => new Set<number>());
  const { at, current: listed, gone, open, leave } = useQueue<WaitingAd>(ads, decided);
  const lock = useLock(gone ? undefined : listed, decided);
  // What is locked is shown as it is, not as the list had it: a verdict is about what stands here.
  const current = 'ad' in lock && lock.ad.id === listed?.id ? lock.ad : listed;
  const {
    draft: { reasons, comment },
    write,
    forget,
  } = useDraft(current?.id, NO_DRAFT);
  const [missingFor, setMissingFor] = useState<number>();
  const missing = missingFor !== undefined && missingFor === current?.id;
  const box = useRef<HTMLTextAreaElement>(null);
  const openId = useRef<number>(undefined);
  useEffect(() => {
    openId.current = current?.id;
    return () => {
      openId.current = undefined;
    };
  }, [current?.id]);
  const { mutate: decide } = useDecide('ads', {
    onDone: ({ id }) => {
      decided.delete(id);
      forget(id);
    },
    onFailed: ({ id }) => {
      decided.delete(id);
      // Its lock was left to the decision; the open ad keeps its own.
      if (openId.current !== id) void unlockAd(id).catch(() => undefined);
    },
  });
  const may = !gone && lock.state === 'mine' && lock.ad.id === current?.id && !decided.has(lock.ad.id);
  const toggle = (id: number) => {
    const next = new Set(reasons);
    if (!next.delete(id)) next.add(id);
    write({ reasons: next });
    setMissingFor(undefined);
  };
  const approve = () => {
    if (!current || !may) return;
    const { id, version, title: name } = current;
    decided.add(id);
    leave();
    decide({ id, name, version, verdict: 'approve' });
  };
  const reject = () => {
    if (!current || !may) return;
    // Reason 1 says nothing by itself: the comment must.
    if (reasons.size === 0 || (reasons.size === 1 && reasons.has(1) && comment.trim() === '')) {
      setMissingFor(current.id);
      return;
    }
    const { id, version, title: name } = current;
    decided.add(id);
    leave();
    decide({ id, name, version, verdict: 'reject', reasons: [...reasons], comment: comment.trim() });
  };
  useKeys({
    a: approve,
    r: reject,
    l: () => document.getElementById('landing')?.click(),
    '/': () => box.current?.focus(),
    ...Object.fromEntries(BAN_REASONS.map((reason) => [reason.key, () => toggle(reason.id)])),
  });
  if (answer.isError && !answer.data) {
    return <ErrorPanel title="The queue did not load" error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (answer.data && !current) {
    return (
      <Empty first title="Nothing waits">
        New and changed ads appear here by themselves, the oldest first.
      </Empty>
    );
  }
  const total = answer.data?.pagination.total ?? 0;
  return (
    <div className={styles.grid}>
      <nav className={styles.queue} aria-label="Waiting ads">
        <div className={styles.queueHead}>
          Oldest first
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd>
          </span>
        </div>
        <ul>
          {answer.isPending &&
            [0, 1, 2, 3, 4, 5].map((row) => (
              <li key={row} className={styles.item}>
                <Skeleton width={28} height={28} />
                <Skeleton height={14} />
              </li>
            ))}
          {ads.map((ad) => (
            <li key={ad.id}>
              <button
                type="button"
                className={styles.item}
                aria-current={ad.id === current?.id}
                onClick={() => open(ad)}
              >
                <Thumb url={thumbOf(ad)} alt="" square />
                <span className={cx('grow', styles.itemText)}>
                  <span className={cx('ell', styles.itemTitle)}>{ad.title}</span>
                  <span className="ell s12 t3">{ownerName(ad)}</span>
                </span>
                <span className={styles.wait}>
                  {ad.locked_by && ad.locked_by.id !== me?.id && (
                    <IconLock size={12} aria-label="Open at another moderator" />
                  )}{' '}
                  {waitOf(ad)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {current ? (
        <AdView
          ad={current}
          lock={lock}
          place={gone ? '' : `${at + 1} of ${total}`}
          onLeave={gone ? leave : undefined}
        />
      ) : (
        <div className={styles.ad} aria-busy />
      )}
      <aside className={styles.decide} aria-label="Decision">
        <div className="row between">
          <h2>Ban reasons</h2>
          <span className="s12 t3" aria-live="polite">
            {reasons.size > 0 ? `${reasons.size} chosen` : ''}
          </span>
        </div>
        <ul className={styles.reasons}>
          {BAN_REASONS.map((reason) => (
            <li key={reason.id}>
              <label>
                <Kbd>{reason.key.toUpperCase()}</Kbd>
                <input
                  type="checkbox"
                  className="vh"
                  checked={reasons.has(reason.id)}
                  onChange={() => toggle(reason.id)}
                />
                <span className="grow">{reason.text}</span>
                {reasons.has(reason.id) && <IconCheck size={14} aria-hidden />}
              </label>
            </li>
          ))}
        </ul>
        <Textarea
          ref={box}
          label="Comment to the owner"
          placeholder="Press / to write"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={COMMENT_LENGTH}
          value={comment}
          onChange={(event) => write({ comment: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        {missing && (
          <Note tone="bad">
            {reasons.size === 0
              ? 'Choose at least one reason: the owner must know what to mend.'
              : '“Another reason” needs a comment: the owner must know what to mend.'}
          </Note>
        )}
        <div className={styles.acts}>
          {/* Not `disabled`: the keyboard would lose its place between one ad and the next. */}
          <Button
            size="lg"
            className={reasons.size > 0 ? styles.reject : undefined}
            aria-disabled={!may}
            onKeyDown={ignoreRepeats}
            onClick={reject}
          >
            <IconX size={16} aria-hidden />
            Reject
            <Kbd>R</Kbd>
          </Button>
          <Button size="lg" aria-disabled={!may} onKeyDown={ignoreRepeats} onClick={approve}>
            <IconCheck size={16} aria-hidden />
            Approve
            <Kbd>A</Kbd>
          </Button>
        </div>
        <div className={styles.keys}>
          <span>
            <Kbd>S</Kbd>Skip
          </span>
          <span>
            <Kbd>/</Kbd>Comment
          </span>
          <span>
            <Kbd>L</Kbd>Landing page
          </span>
        </div>
      </aside>
    </div>
  );
}

const NOTHING: WaitingAd[] = [];
const NO_DRAFT: { reasons: ReadonlySet<number>; comment: string } = { reasons: new Set(), comment: '' };
