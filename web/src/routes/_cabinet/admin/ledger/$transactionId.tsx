import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_cabinet/admin/ledger/$transactionId')({
  staticData: { access: 'god' },
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'TransactionPage'),
});
