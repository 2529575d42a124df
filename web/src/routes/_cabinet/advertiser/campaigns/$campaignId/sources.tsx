import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { campaignQuery } from '~/features/campaigns/api';
import { SourcesPage } from '~/features/sources/sources-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/sources')({
  staticData: { access: 'advertiser', title: 'Sources' },
  validateSearch: z.extend(listSearch, {
    view: z.catch(
      z.optional(z.enum(['all', 'open', 'coefficient', 'dearer', 'cheaper', 'blocked', 'allowed'])),
      undefined,
    ),
    level: z.catch(z.optional(z.enum(['site', 'block'])), undefined),
  }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(campaignQuery(params.campaignId)),
  component: SourcesPage,
});
