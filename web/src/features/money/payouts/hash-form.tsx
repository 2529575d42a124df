import { updatePayoutHashMutation } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { CodeLine } from '~/ui/code-line';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { exact } from '../amounts';
import { HashField, hashError } from './hash-field';

/** Names the transaction of a paid payout anew, where a wrong one was noted. */
export function HashForm({ payout, onClose }: { payout: AdminPayout; onClose(): void }) {
  const update = useSend(updatePayoutHashMutation());
  const form = useForm<{ hash: string }, AdminPayout, AdminPayout>({
    item: payout,
    isGuarded: false,
    read: () => ({ hash: '' }),
    checks: {
      hash: (hash) =>
        hashError(hash) ?? (hash.trim() === payout.transaction_hash ? 'This one is noted already.' : null),
    },
    renamed: { transaction_hash: 'hash' },
    send: async ({ hash }, { id, transaction_hash: former_hash }) =>
      update({ path: { id }, body: { transaction_hash: hash.trim(), former_hash } }),
    saved: ({ id }) => {
      toast(`The transaction of payout ${id} is corrected`);
      onClose();
    },
  });
  const label = `Transaction of payout ${payout.id}`;
  return (
    <FormPanel form={form} label={label} heading={label} submit="Correct it" onCancel={onClose}>
      <p className="s13 t2">
        {exact(payout.payable)} by {payout.wallet.payment_type.name} to{' '}
        <span className="mono">{payout.wallet.number}</span>, noted with this transaction. No money moves: the webmaster
        sees another one and is told.
      </p>
      <CodeLine code={payout.transaction_hash} label="the noted hash" />
      <HashField {...form.field('hash')} label="Right transaction hash" />
    </FormPanel>
  );
}
