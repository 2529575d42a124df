import { IconBan, IconGavel } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { rejectWalletMutation } from '~/api/queries';
import type { DeniedAddress } from '~/api/sdk';
import { REJECT_WALLET_FORM_LIMITS } from '~/api/words';
import { PLACES } from '~/app/waiting';
import { Button, buttonClass } from '~/ui/button';
import { PageHead } from '../../frame/page-head';
import styles from '../../list/list.module.css';
import { ListPart } from '../../list/list-view';
import { ListWithForm } from '../../list/list-with-form';
import { useOpened } from '../../list/use-opened';
import { useParts } from '../../list/use-parts';
import { useShowAll } from '../../list/use-show-all';
import { ReasonForm } from '../reason-form';
import { DenyForm } from './deny-form';
import { DENIED, WAITING } from './wallets-lists';

const PARTS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'denied', label: 'Deny list' },
] as const;

function Waiting() {
  const reject = useMutation(rejectWalletMutation());
  return (
    <ListWithForm spec={WAITING} isPart>
      {({ row, close }) =>
        row && (
          <ReasonForm
            row={row}
            label={`Reject the wallet ${row.number}`}
            hint="The webmaster reads it."
            max={REJECT_WALLET_FORM_LIMITS.comment.max}
            send={(comment) => reject.mutateAsync({ path: { id: row.id }, body: { comment } })}
            done="Wallet rejected"
            onClose={close}
          />
        )
      }
    </ListWithForm>
  );
}

/** Wallets that wait for their approval, and addresses that nobody is paid to. */
export function WalletsPage() {
  const [part, tabs] = useParts('Wallets', PARTS);
  const showAll = useShowAll(DENIED);
  // Another part may be shown when an address is denied than when that was sent.
  const shown = useRef(part);
  useEffect(() => {
    shown.current = part;
  });
  const { opened, place, take, openNew, close } = useOpened<'deny', DeniedAddress>(DENIED);
  return (
    <>
      <PageHead
        actions={
          <>
            <Link {...PLACES.wallets} className={buttonClass()}>
              <IconGavel size={16} aria-hidden />
              One by one
            </Link>
            <Button ref={take} onClick={() => openNew('deny')}>
              <IconBan size={16} aria-hidden />
              Deny an address
            </Button>
          </>
        }
      />
      {opened && (
        <div ref={place} className={styles.place}>
          <DenyForm onMade={() => shown.current === 'denied' && showAll()} onClose={close} />
        </div>
      )}
      {tabs}
      {part === 'denied' ? <ListPart key="denied" spec={DENIED} /> : <Waiting key="waiting" />}
    </>
  );
}
