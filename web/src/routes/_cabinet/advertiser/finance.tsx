import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserFinancePage } from '~/features/finance/advertiser-finance-page';

export const Route = createFileRoute('/_cabinet/advertiser/finance')({ component: AdvertiserFinancePage });
