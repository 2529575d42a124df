import { IconCheck, IconX } from '@tabler/icons-react';
import { approveCorrectionMutation, withdrawCorrectionMutation } from '~/api/queries';
import type { Correction } from '~/api/sdk';
import { CORRECTION_SIDE_LABELS, CorrectionStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { byId, byIdOnce, type Change } from '../../list/change';
import type { ListAction } from '../../list/spec';

/** Corrections are exact. */
const AMOUNT_DECIMALS = 6;

const APPROVE: Change<Correction> = {
  done: 'booked',
  each: byIdOnce(approveCorrectionMutation),
  ask: ([row]) => ({ body: row && <Asked correction={row} /> }),
};

/** Who agrees reads what exactly is moved, and why. */
function Asked({ correction: { amount, user, side_id: side, reason } }: { correction: Correction }) {
  const unit = useUnit();
  const verb = amount < 0 ? 'is taken from' : 'is given to';
  return (
    <>
      <b>{formatMoney(Math.abs(amount), unit, AMOUNT_DECIMALS)}</b> {verb} {user?.email},{' '}
      {CORRECTION_SIDE_LABELS[side].toLowerCase()}, at once. They read the reason: {reason}
    </>
  );
}

const WITHDRAW: Change<Correction> = { done: 'withdrawn', each: byId(withdrawCorrectionMutation) };

const isWaiting = ({ status_id: status }: Correction) => status === CorrectionStatus.Waiting;

/** What a second person does with a correction that waits. */
export const CORRECTION_ACTIONS: readonly ListAction<Correction>[] = [
  { label: 'Agree', icon: IconCheck, only: 'row', when: isWaiting, change: APPROVE },
  { label: 'Withdraw', icon: IconX, bad: true, when: isWaiting, change: WITHDRAW },
];
