import { useRef, useState } from 'react';
import { toastError } from '~/ui/toast';
import { useDecide } from './api';
import { takeBackLast } from './held';
import { useDraft } from './use-draft';
import { useKeys } from './use-keys';
import { useLooked } from './use-looked';
import { useQueue } from './use-queue';

/** What a verdict on a thing of a queue says of it. */
interface Told {
  /** What it is called, to tell what came of it. */
  name: string;
  /** The version that was on the screen; 0 where there are none. */
  version: number;
  /** All that the verdict is about: when it becomes another, it has to be looked at anew. */
  face: string;
}

/** A usual reason: what it is called here, and what the owner reads. */
export type Reason = readonly [name: string, text: string];

/**
 * A queue whose rejections need a comment, which the owner reads, worked with the keyboard: A approves, R rejects, digits put usual
 * reasons into the comment, L opens what was sent, Z takes the last verdict back.
 */
export function useCommented<Thing extends { id: number }>(
  queue: 'sites' | 'wallets',
  listed: readonly Thing[],
  { told, reasons, max }: { told(thing: Thing): Told; reasons: readonly Reason[]; max: number },
) {
  const [decided] = useState(() => new Set<number>());
  const { at, current, gone, open, leave, show } = useQueue<Thing>(listed, decided);
  const {
    draft: { comment },
    write,
    forget,
  } = useDraft(current?.id, NO_DRAFT);
  const [missingFor, setMissingFor] = useState<number>();
  const box = useRef<HTMLTextAreaElement>(null);
  const { mutate: decide } = useDecide(queue, {
    onDone: ({ id }) => {
      decided.delete(id);
      forget(id);
    },
    onTakenBack: ({ id }) => {
      decided.delete(id);
      show(id);
    },
    onFailed: ({ id }) => decided.delete(id),
  });
  const { may: looked, changed } = useLooked(current?.id, current && told(current).face);
  const may = looked && !gone && current !== undefined && !decided.has(current.id);
  const act = (verdict: 'approve' | 'reject') => {
    if (!current || !may) return;
    if (verdict === 'reject' && comment.trim() === '') {
      setMissingFor(current.id);
      box.current?.focus();
      return;
    }
    const { name, version } = told(current);
    decided.add(current.id);
    leave();
    decide({ id: current.id, name, version, verdict, comment: comment.trim() });
  };
  const put = (text: string) => {
    write({ comment: text });
    setMissingFor(undefined);
  };
  const because = (reason: string) => {
    if (comment.includes(reason)) return;
    const more = [comment.trim(), reason].filter(Boolean).join(' ');
    if (more.length > max) {
      toastError('The reason was not added', undefined, { detail: 'The comment would be too long with it.' });
      return;
    }
    put(more);
  };
  useKeys({
    ...Object.fromEntries(reasons.map(([, text], index) => [String(index + 1), () => because(text)])),
    a: () => act('approve'),
    r: () => act('reject'),
    l: () => document.getElementById('landing')?.click(),
    '/': () => box.current?.focus(),
    z: takeBackLast,
  });
  return {
    at,
    current,
    gone,
    changed,
    open,
    leave,
    // What is decided waits no more, also while the server still lists it.
    waiting: listed.filter(({ id }) => !decided.has(id)),
    decision: {
      box,
      comment,
      put,
      because,
      reasons,
      max,
      may,
      isMissing: missingFor !== undefined && missingFor === current?.id,
      act,
    },
  };
}

const NO_DRAFT = { comment: '' };
