import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AuditPage } from '~/features/audit/audit-page';
import { listSearch, pageSearch } from '~/lib/list-search';

const id = z.catch(z.optional(z.int()), undefined);
const word = z.catch(z.optional(z.coerce.string().check(z.maxLength(60))), undefined);

export const Route = createFileRoute('/_cabinet/admin/audit-log')({
  staticData: {
    access: 'staff',
    title: 'Audit log',
    nav: { part: 'network', at: 4, icon: 'history', words: 'changes who when' },
  },
  validateSearch: z.extend(pageSearch, { user: id, days: listSearch.shape.period, action: word, subject: word, id }),
  component: AuditPage,
});
