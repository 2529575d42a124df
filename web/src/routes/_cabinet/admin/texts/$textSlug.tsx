import { createFileRoute } from '@tanstack/react-router';
import { TextPage } from '~/features/admin/text-page';
import { textQuery } from '~/features/admin/texts-api';

export const Route = createFileRoute('/_cabinet/admin/texts/$textSlug')({
  staticData: { access: 'god' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(textQuery(params.textSlug)),
  component: TextPage,
});
