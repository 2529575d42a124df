import { IconBan } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rejectWalletMutation } from '~/api/queries';
import { REJECT_WALLET_FORM_LIMITS } from '~/api/words';
import { Button } from '~/ui/button';
import { useFormFocus } from '~/ui/kept-focus';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { ListWithForm } from '../list/list-with-form';
import { useParts } from '../list/use-parts';
import { useShowAll } from '../list/use-show-all';
import { DenyForm } from './deny-form';
import { ReasonForm } from './reason-form';
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
  const [denies, setDenies] = useState(false);
  const { remember, take } = useFormFocus(denies);
  return (
    <>
      <PageHead
        actions={
          <Button
            ref={take}
            onClick={() => {
              remember('anew');
              setDenies(true);
            }}
          >
            <IconBan size={16} aria-hidden />
            Deny an address
          </Button>
        }
      />
      {denies && <DenyForm onMade={() => part === 'denied' && showAll()} onClose={() => setDenies(false)} />}
      {tabs}
      {part === 'denied' ? <ListPart key="denied" spec={DENIED} /> : <Waiting key="waiting" />}
    </>
  );
}
