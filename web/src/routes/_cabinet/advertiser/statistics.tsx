import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/advertiser/statistics')({
  validateSearch: statisticsSearch,
  component: AdvertiserStatistics,
});
