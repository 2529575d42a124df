import { Textarea } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdQueue as Queue } from '~/api/sdk';
import { BanReason, REJECTION_LIMITS } from '~/api/words';
import { useUser } from '~/app/queries';
import { BAN_REASONS } from '~/lib/ban-reasons';
import { formatWait } from '~/lib/format';
import { cx } from '~/ui/classes';
import { Kbd, Thumb } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { thumbOf } from '../ads/pictures/thumb';
import { AdView, ownerName } from './ad-view';
import { unlockAd, useDecide, type WaitingAd } from './api';
import { takeBackLast } from './held';
import styles from './moderation.module.css';
import { QueueNav, Verdicts } from './queue-parts';
import { useDraft } from './use-draft';
import { useKeys } from './use-keys';
import { useLock } from './use-lock';
import { useQueue } from './use-queue';

/** Longest comment to the owner, in characters. */
const COMMENT_LENGTH = REJECTION_LIMITS.comment.max;

function waitOf(ad: WaitingAd): string {
  return formatWait(Date.now() - Date.parse(ad.submitted_at));
}

/** Ads that wait: the queue, the open ad, the decision. */
export function AdQueue({ answer }: { answer: UseQueryResult<Queue, unknown> }) {
  const me = useUser();
  const ads = answer.data?.data ?? NOTHING;
  const [decided] = useState(() => new Set<number>());
  const { at, current: listed, gone, open, leave, show } = useQueue<WaitingAd>(ads, decided);
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
    onTakenBack: ({ id }) => {
      decided.delete(id);
      show(id);
    },
    onFailed: ({ id }) => {
      decided.delete(id);
      // Its lock was left to the decision; the open ad keeps its own.
      if (openId.current !== id) void unlockAd(id).catch(() => undefined);
    },
  });
  const may = !gone && lock.state === 'mine' && lock.ad.id === current?.id && !decided.has(lock.ad.id);
  const toggle = (id: BanReason) => {
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
    if (reasons.size === 0 || (reasons.size === 1 && reasons.has(BanReason.Other) && comment.trim() === '')) {
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
    z: takeBackLast,
    ...Object.fromEntries(BAN_REASONS.map((reason) => [reason.key, () => toggle(reason.id)])),
  });
  if (answer.isError && !answer.data) return <ErrorPanel title="The queue did not load" of={answer} />;
  if (answer.data && !current) {
    return (
      <Empty first title="Nothing waits">
        New and changed ads appear here by themselves, the oldest first.
      </Empty>
    );
  }
  // What is decided waits no more, also while the server still lists it.
  const waiting = ads.filter(({ id }) => !decided.has(id));
  const total = (answer.data?.pagination.total ?? 0) - (ads.length - waiting.length);
  return (
    <div className={styles.grid}>
      <QueueNav<WaitingAd>
        label="Waiting ads"
        things={waiting}
        current={current?.id}
        onOpen={open}
        isPending={answer.isPending}
        line={(ad) => (
          <>
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
          </>
        )}
      />
      {current ? (
        <AdView
          ad={current}
          listed={listed}
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
        <Verdicts may={may} isRejecting={reasons.size > 0} onReject={reject} onApprove={approve} keys={KEYS} />
      </aside>
    </div>
  );
}

/** Keys that stand on no button. */
const KEYS = [
  ['S', 'Skip'],
  ['Z', 'Take the last one back'],
  ['/', 'Comment'],
  ['L', 'Landing page'],
] as const;
const NOTHING: WaitingAd[] = [];
const NO_DRAFT: { reasons: ReadonlySet<BanReason>; comment: string } = { reasons: new Set(), comment: '' };
