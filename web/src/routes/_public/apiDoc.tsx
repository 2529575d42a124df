import { createFileRoute } from '@tanstack/react-router';
import { ApiDocPage } from '~/features/api-doc/api-doc-page';
import { loadParts } from '~/features/api-doc/load';

export const Route = createFileRoute('/_public/apiDoc')({
  loader: loadParts,
  // What was loaded says how the page came: it is asked anew each time.
  gcTime: 0,
  component: function ApiDoc() {
    return <ApiDocPage parts={Route.useLoaderData()} />;
  },
});
