import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ConfirmPage } from '~/features/confirm/confirm-page';

const search = z.object({ token: z.catch(z.optional(z.coerce.string()), undefined) });

// For everybody: an unconfirmed user may be logged in or not; whoever is logged in goes on into the cabinet afterwards.
export const Route = createFileRoute('/_auth/confirm')({
  staticData: {
    access: 'public',
    title: 'Checking the link',
    head: { description: 'Confirm the address of an account with the link of a mail.', isUnlisted: true },
  },
  validateSearch: search,
  component: () => <ConfirmPage kind="account" token={Route.useSearch().token ?? ''} />,
});
