import { IconCheck, IconX } from '@tabler/icons-react';
import { approvePromoCodeMutation, endPromoCodeMutation } from '~/api/queries';
import type { PromoCode } from '~/api/sdk';
import { PromoState } from '~/api/words';
import { byId, type Change } from '../../list/change';
import type { ListAction } from '../../list/spec';

const END: Change<PromoCode> = {
  done: 'ended',
  each: byId(endPromoCodeMutation),
  ask: () => ({ body: 'Nobody can begin a top-up with it any more. Who has begun one gets the bonus all the same.' }),
};

const APPROVE: Change<PromoCode> = {
  done: 'agreed to',
  each: byId(approvePromoCodeMutation),
  ask: () => ({ body: 'Advertisers can use it from now on.' }),
};

/** What is done with a promo code that stands. */
export const PROMO_ACTIONS: readonly ListAction<PromoCode>[] = [
  {
    label: 'Agree',
    icon: IconCheck,
    only: 'row',
    when: ({ state_id: state }) => state === PromoState.Waiting,
    change: APPROVE,
  },
  {
    label: 'End',
    icon: IconX,
    only: 'row',
    bad: true,
    when: ({ state_id: state }) => state !== PromoState.Ended,
    change: END,
  },
];
