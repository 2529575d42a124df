import { useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from '~/api/problem';
import { lockAd, unlockAd, type WaitingAd } from './api';

/** An ad is locked when it has been open this long, so that a quick walk with J locks nothing. */
export const LOCK_AFTER_MS = 400;
/** The lock of an open ad is renewed when this part of its time is over, while the page is in sight. */
const RENEW_AFTER = 0.4;
/** It is never taken to hold for longer than this, nor for less: the clock of this machine may be wrong. */
const HOLDS_MAX_MS = 10 * 60_000;
const HOLDS_MIN_MS = 30_000;
/** The lock of an open ad is renewed at least this often while the page is in sight. */
export const RENEW_MS = HOLDS_MAX_MS * RENEW_AFTER;
/** A lock that could not be asked for is asked for again after this time. */
const RETRY_MS = 10_000;
/** What has changed under the moderator's eyes is looked at for this long before it can be decided. */
export const LOOK_AGAIN_MS = 1_500;

/**
 * Whose the open ad is. Locked, it is shown as the server has it now: `changed` when the list said something else. Refused, it may
 * be somebody else's: then the server says that there is a conflict.
 */
export type Lock =
  | { state: 'none' }
  | { state: 'looking' | 'mine'; ad: WaitingAd; changed: boolean }
  | { state: 'refused'; why: string; isConflict: boolean };

const NONE: Lock = { state: 'none' };

/** How long a lock holds that was answered now, in milliseconds. */
function holdsFor({ locked_until }: WaitingAd): number {
  const told = Date.parse(locked_until ?? '') - Date.now();
  return Number.isNaN(told) ? HOLDS_MAX_MS : Math.min(Math.max(told, HOLDS_MIN_MS), HOLDS_MAX_MS);
}

/** Locks the open ad, keeps the lock while it is in sight, and lets it go when another is opened or the page is left. */
export function useLock(open: WaitingAd | undefined, decided: ReadonlySet<number>): Lock {
  const [lock, setLock] = useState<Lock>(NONE);
  const id = open?.id;
  const listed = useRef(open);
  listed.current = open;
  useEffect(() => {
    setLock(NONE);
    if (id === undefined) return;
    /** The version that was looked at: of the list, and then of the lock. */
    let seen = listed.current?.version;
    let heldSince: number | null = null;
    /** Without a renewal it is taken for lost after this time. */
    let holdsMs = HOLDS_MAX_MS;
    let left = false;
    /** Whether the moderator was told that it is not theirs. */
    let refused = false;
    let asking = false;
    let timer = setTimeout(() => void take(), LOCK_AFTER_MS);
    const next = (work: () => void, after: number) => {
      clearTimeout(timer);
      if (!left) timer = setTimeout(work, after);
    };
    const letGo = (keepalive = false) => {
      const held = heldSince !== null;
      heldSince = null;
      // A decision has ended the lock already.
      if (held && !decided.has(id)) void unlockAd(id, keepalive).catch(() => undefined);
    };
    const hold = (ad: WaitingAd) => {
      heldSince = Date.now();
      holdsMs = holdsFor(ad);
      refused = false;
      if (left) return letGo();
      const changed = seen !== ad.version;
      seen = ad.version;
      if (changed) {
        setLock({ state: 'looking', ad, changed });
        next(() => {
          setLock({ state: 'mine', ad, changed });
          next(renew, holdsMs * RENEW_AFTER);
        }, LOOK_AGAIN_MS);
      } else {
        setLock((before) => ({ state: 'mine', ad, changed: 'changed' in before && before.changed }));
        next(renew, holdsMs * RENEW_AFTER);
      }
    };
    const take = async () => {
      if (asking) return;
      asking = true;
      try {
        hold(await lockAd(id));
      } catch (error) {
        if (left) return;
        const isLost = heldSince === null || Date.now() - heldSince >= holdsMs;
        // Too many requests say nothing about the ad: as without an answer, the lock holds and is asked for again.
        const isRefused =
          error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
        if (isRefused) heldSince = null;
        refused = isRefused || isLost;
        if (refused) {
          const isConflict = error instanceof ApiError && error.status === 409;
          setLock({ state: 'refused', why: errorText(error), isConflict });
        }
        if (!isRefused) next(renew, RETRY_MS);
      } finally {
        asking = false;
      }
    };
    /** Asks again, unless nobody looks: then the lock runs out, and others can have the ad. */
    const renew = () => {
      if (document.visibilityState === 'visible') void take();
    };
    const onSight = () => {
      if (document.visibilityState !== 'visible') return;
      if (heldSince === null) {
        // Another moderator may have let it go, and what failed out of sight was not asked for again.
        if (refused) void take();
        return;
      }
      // It may have run out, and the ad may be another one by now.
      if (Date.now() - heldSince >= holdsMs) setLock(NONE);
      if (Date.now() - heldSince >= holdsMs * RENEW_AFTER) void take();
    };
    const onLeave = () => letGo(true);
    const onReturn = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setLock(NONE);
      void take();
    };
    document.addEventListener('visibilitychange', onSight);
    addEventListener('pagehide', onLeave);
    addEventListener('pageshow', onReturn);
    return () => {
      left = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('pagehide', onLeave);
      removeEventListener('pageshow', onReturn);
      letGo();
    };
  }, [id, decided]);
  return lock;
}
