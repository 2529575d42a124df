import { Textarea } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { QueuedSite } from '~/api/sdk';
import { REJECT_SITE_FORM_LIMITS } from '~/api/words';
import { formatWait } from '~/lib/format';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Kbd } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { toastError } from '~/ui/toast';
import { bareDomain, domainUrl } from '../sites/domain';
import { useDecide } from './api';
import { FrontPage } from './front-page';
import { takeBackLast } from './held';
import styles from './moderation.module.css';
import { ChangedNote, GoneNote } from './notes';
import { QueueNav, Verdicts } from './queue-parts';
import { SiteFacts } from './site-facts';
import { useDraft } from './use-draft';
import { useKeys } from './use-keys';
import { useLooked } from './use-looked';
import { useQueue } from './use-queue';

/** Longest comment to the owner, in characters. */
const COMMENT_LENGTH = REJECT_SITE_FORM_LIMITS.comment.max;

/** Sites that wait: the queue, the open site, the decision. */
export function SiteQueue({ answer }: { answer: UseQueryResult<{ data: QueuedSite[] }, unknown> }) {
  const sites = answer.data?.data ?? NOTHING;
  const [decided] = useState(() => new Set<number>());
  const { at, current, gone, open, leave, show } = useQueue<QueuedSite>(sites, decided);
  const {
    draft: { comment },
    write,
    forget,
  } = useDraft(current?.id, NO_DRAFT);
  const [missingFor, setMissingFor] = useState<number>();
  const missing = missingFor !== undefined && missingFor === current?.id;
  const box = useRef<HTMLTextAreaElement>(null);
  const { mutate: decide } = useDecide('sites', {
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
  const { may: looked, changed } = useLooked(
    current?.id,
    current && JSON.stringify([current.version, current.name, current.domain]),
  );
  const may = looked && !gone && current !== undefined && !decided.has(current.id);
  const act = (verdict: 'approve' | 'reject') => {
    if (!current || !may) return;
    if (verdict === 'reject' && comment.trim() === '') {
      setMissingFor(current.id);
      box.current?.focus();
      return;
    }
    const { id, version, name } = current;
    decided.add(id);
    leave();
    decide({ id, name, version, verdict, comment: comment.trim() });
  };
  const because = (reason: string) => {
    if (comment.includes(reason)) return;
    const more = [comment.trim(), reason].filter(Boolean).join(' ');
    if (more.length > COMMENT_LENGTH) {
      toastError('The reason was not added', undefined, { detail: 'The comment would be too long with it.' });
      return;
    }
    write({ comment: more });
    setMissingFor(undefined);
  };
  useKeys({
    ...Object.fromEntries(REASONS.map(([, text], index) => [String(index + 1), () => because(text)])),
    a: () => act('approve'),
    r: () => act('reject'),
    l: () => document.getElementById('landing')?.click(),
    '/': () => box.current?.focus(),
    z: takeBackLast,
  });
  if (answer.isError && !answer.data) return <ErrorPanel title="The queue did not load" of={answer} />;
  if (!current) {
    return answer.isPending ? null : (
      <Empty first title="No site waits">
        New sites appear here by themselves, the oldest first.
      </Empty>
    );
  }
  // What is decided waits no more, also while the server still lists it.
  const waiting = sites.filter(({ id }) => !decided.has(id));
  return (
    <div className={styles.grid}>
      <QueueNav<QueuedSite>
        label="Waiting sites"
        things={waiting}
        current={current.id}
        onOpen={open}
        line={(site) => (
          <>
            <span className={cx('grow', styles.itemText)}>
              <span className={cx('ell', styles.itemTitle)}>{site.name}</span>
              <span className="ell s12 t3">{bareDomain(site.domain)}</span>
            </span>
            <span className={styles.wait}>{formatWait(Date.now() - Date.parse(site.created_at))}</span>
          </>
        )}
      />
      <article className={styles.ad} aria-label={`Site ${current.id}`}>
        <div className="row between wrap">
          <span className="row">
            <span className="mono t3">{current.id}</span>
            <span className="s13 t2">{gone ? '' : `${at + 1} of ${waiting.length}`}</span>
          </span>
          <span className="s13 t2">{current.webmaster_email}</span>
        </div>
        {gone && <GoneNote onLeave={leave} />}
        {changed && <ChangedNote />}
        <h2 className={styles.title}>{current.name}</h2>
        <div>
          <a
            id="landing"
            className={buttonClass()}
            href={domainUrl(current.domain)}
            target="_blank"
            rel="noreferrer noopener nofollow"
          >
            <IconExternalLink size={16} aria-hidden />
            Open {bareDomain(current.domain)}
            <Kbd>L</Kbd>
          </a>
        </div>
        <FrontPage key={`${current.id} ${current.domain}`} site={current} />
        {current.same_domain.length > 0 && (
          <Note tone="warn">
            {current.same_domain.length === 1 ? 'Another site names' : 'Other sites name'} this domain, and one of them
            can be approved at a time:
            <ul>
              {current.same_domain.map((other) => (
                <li key={other.id}>
                  Site {other.id}, {statusOf(SITE_STATUSES, other.status_id).label.toLowerCase()}
                  {other.is_verified && ', verified'}
                  {other.webmaster_email ? `, ${other.webmaster_email}` : ', of a client who is not yours'}
                </li>
              ))}
            </ul>
          </Note>
        )}
        <SiteFacts site={current} />
      </article>
      <aside className={styles.decide} aria-label="Decision">
        <h2>Decision</h2>
        <Textarea
          ref={box}
          label="Comment to the owner"
          description="Needed to reject; an approval sends none"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={COMMENT_LENGTH}
          value={comment}
          onChange={(event) => {
            write({ comment: event.target.value });
            setMissingFor(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <fieldset className={styles.because}>
          <legend className="s12 t2">Or reject, because</legend>
          {REASONS.map(([name, text], index) => (
            <Button key={name} size="sm" title={text} onClick={() => because(text)}>
              <Kbd>{index + 1}</Kbd>
              {name}
            </Button>
          ))}
        </fieldset>
        {missing && <Note tone="bad">Say why: the owner must know what to mend.</Note>}
        <Verdicts may={may} onReject={() => act('reject')} onApprove={() => act('approve')} keys={KEYS} />
      </aside>
    </div>
  );
}

/** Usual reasons of a rejection: what they are called here, and what the owner reads. Each is put into the comment. */
const REASONS = [
  ['Too little content', 'The site has too little content of its own.'],
  ['Copied content', 'The content is copied from elsewhere.'],
  ['Prohibited content', 'The content is prohibited by our terms.'],
  ['Bought traffic', 'Its traffic is bought or rewarded.'],
  ['Ownership not shown', 'It is not shown that the site is yours: verify it, and send it again.'],
  ['Imitates another', 'The domain imitates that of another site.'],
  ['Too many ads', 'There are too many ads on a page.'],
  ['Counter does not match', 'The counter does not match what the site shows.'],
] as const;
/** Keys that stand on no button. */
const KEYS = [
  ['S', 'Skip'],
  ['Z', 'Take the last one back'],
  ['/', 'Comment'],
] as const;
const NOTHING: QueuedSite[] = [];
const NO_DRAFT = { comment: '' };
