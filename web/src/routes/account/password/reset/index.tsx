import { createFileRoute } from '@tanstack/react-router';
import { guestOnly } from '~/app/guards';
import { ResetPage } from '~/features/reset/reset-page';

export const Route = createFileRoute('/account/password/reset/')({
  beforeLoad: (args) => guestOnly(args, undefined),
  component: ResetPage,
});
