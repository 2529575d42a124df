import { createFileRoute } from '@tanstack/react-router';
import { WebmasterStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/webmaster/statistics')({
  staticData: { access: 'webmaster', title: 'Statistics', nav: { at: 2, icon: 'chart', words: 'report csv export' } },
  validateSearch: statisticsSearch,
  component: WebmasterStatistics,
});
