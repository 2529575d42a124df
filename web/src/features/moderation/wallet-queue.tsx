import { IconUser } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QueuedWallet } from '~/api/sdk';
import { REJECT_WALLET_FORM_LIMITS } from '~/api/words';
import { formatTime, formatWait } from '~/lib/format';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Kbd } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { CommentedDecision } from './commented-decision';
import styles from './moderation.module.css';
import { ChangedNote, GoneNote } from './notes';
import { QueueNav } from './queue-parts';
import { type Reason, useCommented } from './use-commented';

/** Wallets that wait: the queue, the open wallet, the decision. */
export function WalletQueue({ answer }: { answer: UseQueryResult<{ data: QueuedWallet[] }, unknown> }) {
  const wallets = answer.data?.data ?? NOTHING;
  const { at, current, gone, changed, open, leave, waiting, decision } = useCommented('wallets', wallets, {
    told: ({ number, payment_type: type, same_number: others }) => ({
      name: number,
      version: 0,
      face: JSON.stringify([number, type, others]),
    }),
    reasons: REASONS,
    max: REJECT_WALLET_FORM_LIMITS.comment.max,
  });
  if (answer.isError && !answer.data) return <ErrorPanel title="The queue did not load" of={answer} />;
  if (!current) {
    return answer.isPending ? null : (
      <Empty first title="No wallet waits">
        A wallet that a webmaster adds waits here until somebody approves it.
      </Empty>
    );
  }
  const { webmaster, same_number: others } = current;
  return (
    <div className={styles.grid}>
      <QueueNav<QueuedWallet>
        label="Waiting wallets"
        things={waiting}
        current={current.id}
        onOpen={open}
        line={(wallet) => (
          <>
            <span className={cx('grow', styles.itemText)}>
              <span className={cx('ell', styles.itemTitle)}>{wallet.webmaster.email}</span>
              <span className="ell s12 t3">{wallet.payment_type.name}</span>
            </span>
            <span className={styles.wait}>{formatWait(Date.now() - Date.parse(wallet.created_at))}</span>
          </>
        )}
      />
      <article className={styles.ad} aria-label={`Wallet ${current.id}`}>
        <div className="row between wrap">
          <span className="row">
            <span className="mono t3">{current.id}</span>
            <span className="s13 t2">{gone ? '' : `${at + 1} of ${waiting.length}`}</span>
          </span>
          <span className="s13 t2">{webmaster.email}</span>
        </div>
        {gone && <GoneNote onLeave={leave} />}
        {changed && <ChangedNote />}
        <h2 className={styles.address}>{current.number}</h2>
        <div>
          <Link
            id="landing"
            to="/admin/users/$userId"
            params={{ userId: String(webmaster.id) }}
            target="_blank"
            className={buttonClass()}
          >
            <IconUser size={16} aria-hidden />
            The owner’s page
            <Kbd>L</Kbd>
          </Link>
        </div>
        {others.length > 0 && (
          <Note tone="warn">
            {others.length === 1 ? 'Another account has' : 'Other accounts have'} this address, or had it:
            <ul>
              {others.map((other) => (
                <li key={other.id}>
                  <Link
                    className="link"
                    to="/admin/users/$userId"
                    params={{ userId: String(other.id) }}
                    target="_blank"
                  >
                    {other.email}
                  </Link>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <dl className={styles.meta}>
          <div>
            <dt>Paid by</dt>
            <dd>{current.payment_type.name}</dd>
          </div>
          <div>
            <dt>Added</dt>
            <dd>{formatTime(current.created_at)} UTC</dd>
          </div>
          <div>
            <dt>Not paid to before</dt>
            <dd>{formatTime(current.usable_at)} UTC</dd>
          </div>
        </dl>
      </article>
      <CommentedDecision decision={decision} />
    </div>
  );
}

const REASONS: readonly Reason[] = [
  ['Not of this network', 'The address is not one of the network that was chosen.'],
  [
    'Of an exchange',
    'The address is that of an exchange which takes no such payments: give one of a wallet of your own.',
  ],
  ['Of another account', 'The address belongs to another account here.'],
  ['Name does not match', 'The holder is not the one that your billing details name.'],
  ['Country is not paid to', 'Payments cannot be made to this country this way.'],
];
const NOTHING: QueuedWallet[] = [];
