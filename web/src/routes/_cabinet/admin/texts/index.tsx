import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { TextsPage } from '~/features/admin/texts-page';

const search = z.object({
  kind: z.catch(z.optional(z.enum(['policy', 'page', 'help'])), undefined),
  q: z.catch(z.optional(z.coerce.string().check(z.maxLength(200))), undefined),
});

export const Route = createFileRoute('/_cabinet/admin/texts/')({
  staticData: { access: 'god', title: 'Texts', nav: { at: 4, icon: 'text', words: 'policy help pages edit' } },
  validateSearch: search,
  component: TextsPage,
});
