import { useMutation } from '@tanstack/react-query';
import { holdPayoutMutation, rejectPayoutMutation, returnPayoutMutation } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { HOLD_PAYOUT_FORM_LIMITS, REJECT_PAYOUT_FORM_LIMITS, RETURN_PAYOUT_FORM_LIMITS } from '~/api/words';
import type { useCallName } from '../../form/call-name';
import { ReasonForm } from '../reason-form';
import { HashForm } from './hash-form';
import { PayForm } from './pay-form';

/** What is done with a payout by a form. */
export type PayoutFormKind = 'pay' | 'hash' | 'hold' | 'reject' | 'return';

/** What who ends or stops the way of one in a file must have made sure of. */
const NOT_SENT = 'It stands in a file for a gateway: I have made sure that it was not sent';

/** The form of what is done with a payout. */
export function PayoutForm({
  kind,
  payout,
  nameOf,
  onClose,
}: {
  kind: PayoutFormKind;
  payout: AdminPayout;
  /** Names calls: of the page, so that one whose answer was lost has its name when the form is opened again. */
  nameOf: ReturnType<typeof useCallName>;
  onClose(): void;
}) {
  const hold = useMutation(holdPayoutMutation());
  const reject = useMutation(rejectPayoutMutation());
  const giveBack = useMutation(returnPayoutMutation());
  const { id } = payout;
  const of = { row: payout, onClose };
  const sure = payout.exported_at ? NOT_SENT : undefined;
  if (kind === 'pay') return <PayForm payout={payout} onClose={onClose} />;
  if (kind === 'hash') return <HashForm payout={payout} onClose={onClose} />;
  if (kind === 'hold') {
    return (
      <ReasonForm
        {...of}
        label={`Hold payout ${id} back`}
        hint="The webmaster reads it. The money stays set aside, and is neither approved, paid nor cancelled by the webmaster until you let it go on."
        max={HOLD_PAYOUT_FORM_LIMITS.comment.max}
        submit="Hold it back"
        sure={sure}
        send={(comment, was_not_sent) =>
          hold.mutateAsync({ path: { id }, body: { comment, held_reason: '', was_not_sent } })
        }
        done={`Payout ${id} is held back`}
      />
    );
  }
  if (kind === 'reject') {
    return (
      <ReasonForm
        {...of}
        label={`Reject payout ${id}`}
        hint="The webmaster reads it. The money is available again."
        max={REJECT_PAYOUT_FORM_LIMITS.comment.max}
        sure={sure}
        send={(comment, was_not_sent) => {
          const headers = { 'Idempotency-Key': nameOf({ reject: id, comment, was_not_sent }) };
          return reject.mutateAsync({ path: { id }, headers, body: { comment, was_not_sent } });
        }}
        done={`Payout ${id} is rejected`}
      />
    );
  }
  return (
    <ReasonForm
      {...of}
      label={`Payout ${id} came back`}
      hint="The webmaster reads it. All of the money is available again, the fee included. Of a large payout another owner of the network than who noted the payment says so."
      max={RETURN_PAYOUT_FORM_LIMITS.comment.max}
      submit="Give the money back"
      send={(comment) => {
        const headers = { 'Idempotency-Key': nameOf({ return: id, comment }) };
        return giveBack.mutateAsync({ path: { id }, headers, body: { comment } });
      }}
      done={`Payout ${id} is available again`}
    />
  );
}
