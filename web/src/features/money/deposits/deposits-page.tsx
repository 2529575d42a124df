import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { PageHead } from '../../frame/page-head';
import { ListWithForm } from '../../list/list-with-form';
import { useParts } from '../../list/use-parts';
import { ConfirmDepositForm } from './confirm-deposit-form';
import { AskDepositForm } from './deposit-ask-form';
import { DepositDetails } from './deposit-details';
import { depositsOf } from './deposits-list';
import { PaymentMessages } from './payment-messages';
import { RefundForm } from './refund-form';

const PARTS = [
  { value: 'deposits', label: 'Deposits' },
  { value: 'messages', label: 'Messages of gateways' },
] as const;

/** The form of each action. */
const FORMS: Partial<Record<string, typeof RefundForm>> = {
  confirm: ConfirmDepositForm,
  ask: AskDepositForm,
  refund: RefundForm,
};

function Deposits() {
  const navigate = useNavigate();
  const { deposit: opened } = useSearch({ strict: false }) as { deposit?: number };
  const open = useCallback(
    (deposit: number | undefined) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, deposit }), resetScroll: false }),
    [navigate],
  );
  const spec = useMemo(() => depositsOf(open), [open]);
  return (
    <ListWithForm
      spec={spec}
      isPart
      above={
        opened !== undefined && <DepositDetails key={`details ${opened}`} id={opened} onClose={() => open(undefined)} />
      }
    >
      {({ form, opened: deposit, close }) => {
        const DepositForm = FORMS[form];
        return DepositForm && deposit && <DepositForm deposit={deposit} onClose={close} />;
      }}
    </ListWithForm>
  );
}

/** Deposits, and for god the messages of gateways; sales have the deposits of their clients. */
export function DepositsPage() {
  const asGod = isGod(useUser());
  const [part, tabs] = useParts('Deposits', PARTS);
  return (
    <>
      <PageHead />
      {asGod && tabs}
      {asGod && part === 'messages' ? <PaymentMessages /> : <Deposits />}
    </>
  );
}
