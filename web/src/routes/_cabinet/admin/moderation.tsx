import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ModerationPage } from '~/features/moderation/moderation-page';

const search = z.object({
  queue: z.catch(z.optional(z.enum(['ads', 'sites', 'wallets'])), undefined),
  id: z.catch(z.optional(z.int()), undefined),
});

export const Route = createFileRoute('/_cabinet/admin/moderation')({
  staticData: { access: 'staff', title: 'Moderation', nav: { at: 2, icon: 'gavel', words: 'queue approve reject' } },
  validateSearch: search,
  component: ModerationPage,
});
