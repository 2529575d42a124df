import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { AdminDeposit } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { Tabs } from '~/ui/controls';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { ConfirmDepositForm } from './confirm-deposit-form';
import { AskDepositForm } from './deposit-ask-form';
import { DepositDetails } from './deposit-details';

import { type DepositFormKind, depositsOf } from './deposits-list';
import { PaymentMessages } from './payment-messages';
import { RefundForm } from './refund-form';

function Deposits() {
  const asGod = isGod(useUser());
  const navigate = useNavigate();
  const { deposit: opened } = useSearch({ strict: false }) as { deposit?: number };
  const [form, setForm] = useState<{ kind: DepositFormKind; deposit: AdminDeposit } | null>(null);
  const close = () => setForm(null);
  const open = useCallback(
    (deposit: number | undefined) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, deposit }), resetScroll: false }),
    [navigate],
  );
  const spec = useMemo(() => depositsOf(asGod, open, (kind, deposit) => setForm({ kind, deposit })), [asGod, open]);
  return (
    <>
      {form?.kind === 'confirm' && <ConfirmDepositForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {form?.kind === 'ask' && <AskDepositForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {form?.kind === 'refund' && <RefundForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {opened !== undefined && <DepositDetails key={`details ${opened}`} id={opened} onClose={() => open(undefined)} />}
      <ListPart spec={spec} />
    </>
  );
}

/** Deposits, and for god the messages of gateways; sales have the deposits of their clients. */
export function DepositsPage() {
  const navigate = useNavigate();
  const asGod = isGod(useUser());
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part = asked === 'messages' ? asked : 'deposits';
  return (
    <>
      <PageHead />
      {asGod && (
        <Tabs
          label="Deposits"
          value={part}
          options={[
            { value: 'deposits', label: 'Deposits' },
            { value: 'messages', label: 'Messages of gateways' },
          ]}
          onChange={(next) => void navigate({ to: '.', search: () => (next === 'messages' ? { part: next } : {}) })}
        />
      )}
      {asGod && part === 'messages' ? <PaymentMessages /> : <Deposits />}
    </>
  );
}
