import {
  CORRECTION_STATUS_LABELS,
  CorrectionStatus,
  DEPOSIT_STATUS_LABELS,
  DepositStatus,
  PAYOUT_STATUS_LABELS,
  PayoutStatus,
  PROMO_STATE_LABELS,
  PromoState,
} from '~/api/words';
import { statuses } from '~/lib/statuses';

/** Payouts, as the owners of the network read them. */
export const PAYOUT_STATUSES = statuses(PAYOUT_STATUS_LABELS, {
  [PayoutStatus.Requested]: ['info', 'eye', 'It waits for an approval.'],
  [PayoutStatus.Approved]: ['warn', 'hourglass', 'It waits to be paid.'],
  [PayoutStatus.Paid]: ['ok', 'check', 'It was paid.'],
  [PayoutStatus.Rejected]: ['bad', 'cross', 'It was rejected; its money is available again.'],
  [PayoutStatus.Cancelled]: ['idle', 'stop', 'The webmaster took it back.'],
});

/** Deposits, as staff read them. */
export const DEPOSIT_STATUSES = statuses(DEPOSIT_STATUS_LABELS, {
  [DepositStatus.Pending]: ['info', 'hourglass', 'Nothing came in yet.'],
  [DepositStatus.Settled]: ['ok', 'check', 'The money is on the balance.'],
  [DepositStatus.Expired]: ['idle', 'clock', 'Its time was over before anything came in.'],
  [DepositStatus.Failed]: ['bad', 'cross', 'The gateway refused it.'],
  [DepositStatus.PartlyPaid]: ['warn', 'hourglass', 'Less came in than was asked for.'],
});

/** Corrections. */
export const CORRECTION_STATUSES = statuses(CORRECTION_STATUS_LABELS, {
  [CorrectionStatus.Waiting]: ['warn', 'hourglass', 'Another owner of the network than who asked for it agrees.'],
  [CorrectionStatus.Booked]: ['ok', 'check', 'The money is moved.'],
  [CorrectionStatus.Withdrawn]: ['idle', 'stop', 'It was taken back before anything was booked.'],
});

/** Promo codes. */
export const PROMO_STATES = statuses(PROMO_STATE_LABELS, {
  [PromoState.Active]: ['ok', 'play', 'Advertisers can use it.'],
  [PromoState.Planned]: ['info', 'clock', 'Its first day has not come.'],
  [PromoState.UsedUp]: ['idle', 'stop', 'As many use it as may.'],
  [PromoState.Waiting]: ['warn', 'hourglass', 'Another owner of the network than who made it agrees.'],
  [PromoState.Ended]: ['idle', 'stop', 'Nobody can begin a top-up with it any more.'],
});

/** Whether something can be used, as one set it. */
export const SWITCHED = {
  on: { label: 'On', tone: 'ok', icon: 'check', why: 'It can be used.' },
  off: { label: 'Off', tone: 'idle', icon: 'stop', why: 'Nobody can use it.' },
} as const;

/** Whether a gateway takes money. */
export const GATEWAY_STATES = {
  ready: { label: 'Ready', tone: 'ok', icon: 'check', why: 'It takes money.' },
  keyless: { label: 'Without keys', tone: 'warn', icon: 'lock', why: 'It takes nothing before it has its keys.' },
  off: { label: 'Off', tone: 'idle', icon: 'stop', why: 'It is not there in this network.' },
} as const;
