import { createFileRoute } from '@tanstack/react-router';
import { ApiDocPage } from '~/features/api-doc/api-doc-page';
import { loadParts } from '~/features/api-doc/load';

export const Route = createFileRoute('/_public/apiDoc')({
  staticData: {
    access: 'public',
    title: 'API reference',
    head: {
      description:
        'Every call of the API with its parameters, bodies and answers, how to get a token, and examples in curl, Python and JavaScript.',
    },
  },
  loader: loadParts,
  // What was loaded says how the page came: it is asked anew each time.
  gcTime: 0,
  component: function ApiDoc() {
    return <ApiDocPage parts={Route.useLoaderData()} />;
  },
});
