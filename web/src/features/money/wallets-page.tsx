import { IconBan, IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { rejectWalletMutation } from '~/api/queries';
import type { QueuedWallet } from '~/api/sdk';
import { REJECT_WALLET_FORM_LIMITS } from '~/api/words';
import { Button } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useShowAll } from '../list/use-show-all';
import { DenyForm } from './deny-form';
import { ReasonForm } from './reason-form';
import { APPROVE, DENIED, WAITING } from './wallets-lists';

function Waiting() {
  const [rejected, setRejected] = useState<QueuedWallet | null>(null);
  const reject = useMutation(rejectWalletMutation());
  const spec = useMemo<ListSpec<QueuedWallet>>(
    () => ({
      ...WAITING,
      actions: [
        { label: 'Approve', icon: IconCheck, change: APPROVE },
        {
          label: 'Reject',
          icon: IconX,
          only: 'row',
          bad: true,
          open: ([wallet]) => setRejected(wallet ?? null),
        },
      ],
    }),
    [],
  );
  return (
    <>
      {rejected && (
        <ReasonForm
          key={rejected.id}
          row={rejected}
          label={`Reject the wallet ${rejected.number}`}
          hint="The webmaster reads it."
          max={REJECT_WALLET_FORM_LIMITS.comment.max}
          send={(comment) => reject.mutateAsync({ path: { id: rejected.id }, body: { comment } })}
          done="Wallet rejected"
          onClose={() => setRejected(null)}
        />
      )}
      <ListPart spec={spec} />
    </>
  );
}

/** Wallets that wait for their approval, and addresses that nobody is paid to. */
export function WalletsPage() {
  const navigate = useNavigate();
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part = asked === 'denied' ? asked : 'waiting';
  const showAll = useShowAll(DENIED);
  const [denies, setDenies] = useState(false);
  return (
    <>
      <PageHead
        actions={
          <Button onClick={() => setDenies(true)}>
            <IconBan size={16} aria-hidden />
            Deny an address
          </Button>
        }
      />
      {denies && <DenyForm onMade={() => part === 'denied' && showAll()} onClose={() => setDenies(false)} />}
      <Tabs
        label="Wallets"
        value={part}
        options={[
          { value: 'waiting', label: 'Waiting' },
          { value: 'denied', label: 'Deny list' },
        ]}
        onChange={(next) => void navigate({ to: '.', search: () => (next === 'waiting' ? {} : { part: next }) })}
      />
      {part === 'denied' ? <ListPart key="denied" spec={DENIED} /> : <Waiting key="waiting" />}
    </>
  );
}
