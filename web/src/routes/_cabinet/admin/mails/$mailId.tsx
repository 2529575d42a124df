import { createFileRoute } from '@tanstack/react-router';
import { MailPage } from '~/features/mails/mail-page';
import { mailQuery } from '~/features/mails/mails';

export const Route = createFileRoute('/_cabinet/admin/mails/$mailId')({
  staticData: { access: 'god' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(mailQuery(params.mailId)),
  component: MailPage,
});
