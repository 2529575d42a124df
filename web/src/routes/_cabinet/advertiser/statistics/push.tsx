import { createFileRoute } from '@tanstack/react-router';
import { PushStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/advertiser/statistics/push')({
  staticData: {
    access: 'advertiser',
    title: 'Push statistics',
    nav: { icon: 'chart', words: 'notifications report csv' },
  },
  validateSearch: statisticsSearch,
  component: PushStatistics,
});
