import { createFileRoute } from '@tanstack/react-router';
import { MailPage } from '~/features/mails/mail-page';
import { mailQuery } from '~/features/mails/mails';

export const Route = createFileRoute('/_cabinet/admin/mails/$mailId')({
  // What is open on the page of one is not of another.
  remountDeps: ({ params }) => params,
  staticData: { access: 'god' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(mailQuery(params.mailId)),
  component: MailPage,
});
