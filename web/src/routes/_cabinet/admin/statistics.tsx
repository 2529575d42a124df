import { createFileRoute } from '@tanstack/react-router';
import { NetworkStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/admin/statistics')({
  staticData: {
    access: 'staff',
    title: 'Statistics',
    nav: { part: 'traffic', at: 1, icon: 'chart', words: 'report margin csv export' },
  },
  validateSearch: statisticsSearch,
  component: NetworkStatistics,
});
