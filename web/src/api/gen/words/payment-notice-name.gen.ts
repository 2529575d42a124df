// This file is made by tools/apigen/words.mjs.

/** What people read. What staff should look at of payments. */
export const PAYMENT_NOTICE_LABELS = {
  bad_signature: 'A callback with a wrong signature was refused',
  old_timestamp: 'A callback with an old timestamp was refused',
  unreadable: 'A callback could not be read',
  unknown_payment: 'A payment that is not ours',
  wrong_amount: 'Another amount was asked for: nothing was credited',
  overpaid: 'More came in than was asked for',
  underpaid: 'Less came in than was asked for',
  late: 'Money came in after the end of the deposit',
  returned: 'Money went back to the payer',
  disputed: 'A payment is disputed (charge-back)',
  dispute_won: 'A dispute was won',
  second_dispute: 'A second dispute about one payment',
  not_returned: 'A refund that is booked could not be carried out',
  not_active: 'Money came in for an account that is not active',
} as const;
