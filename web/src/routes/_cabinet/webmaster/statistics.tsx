import { createFileRoute } from '@tanstack/react-router';
import { WebmasterStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/webmaster/statistics')({
  validateSearch: statisticsSearch,
  component: WebmasterStatistics,
});
