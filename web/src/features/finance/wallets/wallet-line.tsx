import { IconTrash, IconWallet } from '@tabler/icons-react';
import type { Wallet } from '~/api/sdk';
import { WalletStatus } from '~/api/words';
import { formatDate } from '~/lib/format';
import { Button } from '~/ui/button';
import { Badge, Tag } from '~/ui/marks';
import { useIsActing } from '../../account/section';
import styles from '../finance.module.css';
import { walletState } from './wallet-state';

/** A wallet with how it stands; what is done with it only its owner can do. */
export function WalletLine({
  wallet,
  name,
  isChosen,
  onChoose,
  onDelete,
}: {
  wallet: Wallet;
  name: string;
  /** It is on its way to be the primary one. */
  isChosen: boolean;
  onChoose(): void;
  onDelete(): void;
}) {
  const isActing = useIsActing();
  const state = walletState(wallet, Date.now());
  return (
    <div className={styles.walletLine}>
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
      {!isActing && (
        <div className="row">
          {wallet.status_id === WalletStatus.Approved && !wallet.is_primary && (
            <Button size="sm" aria-label={`Make primary: ${name}`} busy={isChosen} onClick={onChoose}>
              Make primary
            </Button>
          )}
          <Button size="sm" icon variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
