import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { DeliveryPage } from '~/features/holds/delivery-page';

const id = z.catch(z.optional(z.int().check(z.gte(1))), undefined);

export const Route = createFileRoute('/_cabinet/admin/delivery')({
  staticData: {
    access: 'staff',
    title: 'Delivery',
    nav: { part: 'traffic', at: 2, icon: 'click', words: 'why not shown explain stops campaign group ad funnel' },
  },
  validateSearch: z.object({ campaign_id: id, group_id: id, ad_id: id }),
  component: DeliveryPage,
});
