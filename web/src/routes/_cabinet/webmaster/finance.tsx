import { createFileRoute } from '@tanstack/react-router';
import { WebmasterFinancePage } from '~/features/finance/webmaster-finance-page';

export const Route = createFileRoute('/_cabinet/webmaster/finance')({ component: WebmasterFinancePage });
