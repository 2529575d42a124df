import { createFileRoute } from '@tanstack/react-router';
import { textQuery } from '~/features/texts/api';
import { TextPage } from '~/features/texts/text-page';

export const Route = createFileRoute('/_cabinet/admin/texts/$textSlug')({
  // What is open on the page of one is not of another.
  remountDeps: ({ params }) => params,
  staticData: { access: 'god' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(textQuery(params.textSlug)),
  component: TextPage,
});
