import { IconPlus, IconTrash, IconWallet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteWalletMutation, setPrimaryWalletMutation } from '~/api/queries';
import type { Wallet } from '~/api/sdk';
import { WalletStatus } from '~/api/words';
import { formatDate, formatTime, formatWait } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Badge, Tag, type Tone } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { toast, toastError } from '~/ui/toast';
import { OwnerOnly, RowsSkeleton, useIsActing } from '../account/section';
import { type Crumb, PageHead } from '../frame/page-head';
import { payoutTypesQuery, walletsQuery } from './api';
import styles from './finance.module.css';
import { FinanceTabs } from './finance-tabs';
import { NoPayouts, useSeesPayouts } from './sees-payouts';
import { WalletForm } from './wallet-form';
import { shortAddress } from './wallet-mark';

/** Where wallets are added, chosen and deleted. */
export function WalletsPage() {
  return useSeesPayouts() ? (
    <WalletsOfOwner />
  ) : (
    <>
      <PageHead crumbs={CRUMBS} />
      <FinanceTabs />
      <NoPayouts />
    </>
  );
}

const CRUMBS: readonly Crumb[] = [{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }];

function WalletsOfOwner() {
  const isActing = useIsActing();
  const answer = useQuery(walletsQuery);
  const types = useQuery(payoutTypesQuery);
  const [isAdding, setAdding] = useState(false);
  const wallets = answer.data && [...answer.data.wallets, ...answer.data.unapproved_wallets];
  const add = (
    <Button variant="accent" disabled={!types.data?.length} onClick={() => setAdding(true)}>
      <IconPlus size={16} aria-hidden />
      Add a wallet
    </Button>
  );
  const canAdd = !isActing && !isAdding;
  return (
    <>
      <PageHead crumbs={CRUMBS} actions={canAdd && wallets && wallets.length > 0 ? add : null} />
      <FinanceTabs />
      {isActing && <OwnerOnly what="wallets" />}
      {types.isError && !types.data && <ErrorPanel title="The ways of payment did not load" of={types} />}
      {types.data?.length === 0 && (
        <Note tone="warn">This network has no way of payment switched on: no wallet can be added.</Note>
      )}
      {isAdding && types.data && <WalletForm types={types.data} onClose={() => setAdding(false)} />}
      {answer.isError && !wallets ? (
        <ErrorPanel title="The wallets did not load" of={answer} />
      ) : !wallets ? (
        <RowsSkeleton rows={2} label="wallets" />
      ) : wallets.length === 0 ? (
        !isAdding && (
          <Empty title="No wallet yet" actions={canAdd ? add : undefined}>
            Payouts go to a wallet of yours. The first one that is approved is your primary wallet.
          </Empty>
        )
      ) : (
        <ul className={styles.wallets} aria-label="Wallets">
          {wallets.map((wallet) => (
            <WalletLine key={wallet.id} wallet={wallet} isClosed={isActing} />
          ))}
        </ul>
      )}
    </>
  );
}

/** How a wallet stands, and why it is not paid to yet. */
function stateOf(wallet: Wallet, now: number): { tone: Tone; label: string; why: string } | null {
  const rests = Date.parse(wallet.usable_at) - now;
  const until = rests > 0 ? `It is not paid to before ${formatTime(wallet.usable_at)} UTC.` : '';
  if (wallet.status_id === WalletStatus.Waiting) {
    return { tone: 'info', label: 'Waits for approval', why: `A person of the network looks at it. ${until}` };
  }
  if (wallet.status_id === WalletStatus.Rejected) {
    return { tone: 'bad', label: 'Refused', why: wallet.comment || 'The network does not pay to it.' };
  }
  if (!wallet.is_usable && rests > 0) {
    return {
      tone: 'warn',
      label: `Rests, ${formatWait(rests)} left`,
      why: `${until} Until then you can object to it.`,
    };
  }
  if (!wallet.is_usable) return { tone: 'bad', label: 'Cannot be used', why: 'Its way of payment is switched off.' };
  return wallet.is_primary ? { tone: 'ok', label: 'Primary', why: 'Payouts go here where no other is chosen.' } : null;
}

function WalletLine({ wallet, isClosed }: { wallet: Wallet; isClosed: boolean }) {
  const choose = useMutation({
    ...setPrimaryWalletMutation(),
    onSuccess: () => toast('Primary wallet chosen', { detail: shortAddress(wallet.number) }),
    onError: (error) => toastError('It was not made primary', error),
  });
  const { mutateAsync: remove } = useMutation(deleteWalletMutation());
  const state = stateOf(wallet, Date.now());
  const name = `${wallet.payment_type.name} ${shortAddress(wallet.number)}`;
  const ask = () =>
    confirm({
      title: `Delete the wallet ${name}?`,
      body: wallet.is_primary
        ? 'Without a primary wallet no payout is asked for by itself.'
        : 'Nothing is paid to it from then on.',
      action: 'Delete 1',
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await remove({ path: { id: wallet.id } });
        toast('Wallet deleted', { detail: name });
      },
    });
  return (
    <li>
      <IconWallet size={20} stroke={1.6} aria-hidden />
      <div className={styles.wallet}>
        <span className="row wrap">
          <Tag>{wallet.payment_type.name}</Tag>
          {state && <Badge tone={state.tone}>{state.label}</Badge>}
        </span>
        <span className={`mono s13 ${styles.address}`}>{wallet.number}</span>
        <span className="s12 t2">
          Added {formatDate(wallet.created_at)}. {state?.why}
        </span>
      </div>
      {!isClosed && (
        <div className="row">
          {wallet.status_id === WalletStatus.Approved && !wallet.is_primary && (
            <Button
              size="sm"
              aria-label={`Make primary: ${name}`}
              busy={choose.isPending}
              onClick={() => choose.mutate({ path: { id: wallet.id } })}
            >
              Make primary
            </Button>
          )}
          <Button size="sm" icon variant="ghost" aria-label={`Delete ${name}`} onClick={ask}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}
