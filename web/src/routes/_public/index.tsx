import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { HomePage } from '~/features/public/home-page';
import { sourceSearch } from '~/lib/source-search';

// Marketing addresses lead here with where the visitor came from. The cookie keeps it where that is allowed; else it is in
// this page's address only.
const search = z.object({ redirect_to: z.optional(z.catch(z.string(), '')), ...sourceSearch });

export const Route = createFileRoute('/_public/')({
  staticData: {
    access: 'main',
    title: 'Native ads and push, in the open',
    head: {
      description:
        'An open, self-hosted network for native ads and push notifications. Advertisers pay for valid clicks, webmasters earn from their pages, and every cent can be traced to an event.',
    },
  },
  validateSearch: search,
  component: HomePage,
});
