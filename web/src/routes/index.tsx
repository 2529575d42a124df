import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { guestOnly } from '~/app/guards';
import { LoginPage } from '~/features/auth/login-page';

const search = z.object({
  redirect_to: z.optional(z.catch(z.string(), '')),
  ended: z.optional(z.catch(z.string(), '')),
});

export const Route = createFileRoute('/')({
  validateSearch: search,
  beforeLoad: (args) => guestOnly(args, args.search.redirect_to),
  component: LoginPage,
});
