import { createFileRoute } from '@tanstack/react-router';
import { ApiDocPage } from '~/features/api-doc/api-doc-page';
import { loadReference } from '~/features/api-doc/load';

export const Route = createFileRoute('/_public/apiDoc')({
  loader: loadReference,
  // What was loaded says how the page came: it is asked anew each time.
  gcTime: 0,
  component: function ApiDoc() {
    return <ApiDocPage reference={Route.useLoaderData()} />;
  },
});
