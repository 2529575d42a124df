import { IconExternalLink } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { QueuedSite } from '~/api/sdk';
import { REJECT_SITE_FORM_LIMITS } from '~/api/words';
import { formatWait } from '~/lib/format';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Kbd } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { bareDomain, domainUrl } from '../sites/domain';
import { CommentedDecision } from './commented-decision';
import { FrontPage } from './front-page';
import styles from './moderation.module.css';
import { ChangedNote, GoneNote } from './notes';
import { QueueNav } from './queue-parts';
import { SiteFacts } from './site-facts';
import { type Reason, useCommented } from './use-commented';

/** Sites that wait: the queue, the open site, the decision. */
export function SiteQueue({ answer }: { answer: UseQueryResult<{ data: QueuedSite[] }, unknown> }) {
  const sites = answer.data?.data ?? NOTHING;
  const { at, current, gone, changed, open, leave, waiting, decision } = useCommented('sites', sites, {
    told: ({ name, version, domain }) => ({ name, version, face: JSON.stringify([version, name, domain]) }),
    reasons: REASONS,
    max: REJECT_SITE_FORM_LIMITS.comment.max,
  });
  if (answer.isError && !answer.data) return <ErrorPanel title="The queue did not load" of={answer} />;
  if (!current) {
    return answer.isPending ? null : (
      <Empty first title="No site waits">
        New sites appear here by themselves, the oldest first.
      </Empty>
    );
  }
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
      <CommentedDecision decision={decision} />
    </div>
  );
}

/** Usual reasons of a rejection: what they are called here, and what the owner reads. Each is put into the comment. */
const REASONS: readonly Reason[] = [
  ['Too little content', 'The site has too little content of its own.'],
  ['Copied content', 'The content is copied from elsewhere.'],
  ['Prohibited content', 'The content is prohibited by our terms.'],
  ['Bought traffic', 'Its traffic is bought or rewarded.'],
  ['Ownership not shown', 'It is not shown that the site is yours: verify it, and send it again.'],
  ['Imitates another', 'The domain imitates that of another site.'],
  ['Too many ads', 'There are too many ads on a page.'],
  ['Counter does not match', 'The counter does not match what the site shows.'],
];
const NOTHING: QueuedSite[] = [];
