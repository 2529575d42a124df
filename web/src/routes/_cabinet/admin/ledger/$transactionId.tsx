import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_cabinet/admin/ledger/$transactionId')({
  // What is open on the page of one is not of another.
  remountDeps: ({ params }) => params,
  staticData: { access: 'god' },
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/money/pages'), 'TransactionPage'),
});
