import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { RulesPage } from '~/features/rules/rules-page';
import { listSearch, withOldTab } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/rules')({
  staticData: {
    access: 'advertiser',
    title: 'Rules',
    nav: { at: 2.5, icon: 'bolt', words: 'automation automatic pause block coefficient condition dry run undo' },
  },
  validateSearch: withOldTab(
    z.extend(listSearch, {
      // The log's page, and the rule that it is of.
      log: listSearch.shape.page,
      of: listSearch.shape.page,
      // An address has the number of a rule as it has any number.
      rule: z.catch(z.optional(z.coerce.string().check(z.maxLength(20))), undefined),
    }),
  ),
  component: RulesPage,
});
