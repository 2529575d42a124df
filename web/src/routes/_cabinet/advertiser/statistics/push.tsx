import { createFileRoute } from '@tanstack/react-router';
import { PushStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/advertiser/statistics/push')({
  staticData: { access: 'advertiser', title: 'Push statistics' },
  validateSearch: statisticsSearch,
  component: PushStatistics,
});
