import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AuditPage } from '~/features/audit/audit-page';
import { pageSearch } from '~/lib/list-search';

const id = z.catch(z.optional(z.int()), undefined);
const word = z.catch(z.optional(z.coerce.string().check(z.maxLength(60))), undefined);

export const Route = createFileRoute('/_cabinet/admin/audit-log')({
  staticData: { access: 'staff', title: 'Audit log', nav: { at: 8, icon: 'history', words: 'changes who when' } },
  validateSearch: z.extend(pageSearch, { user: id, subject: word, id }),
  component: AuditPage,
});
