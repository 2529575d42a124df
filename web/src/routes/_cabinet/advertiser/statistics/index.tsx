import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserStatistics } from '~/features/statistics/pages';
import { statisticsSearch } from '~/features/statistics/search';

export const Route = createFileRoute('/_cabinet/advertiser/statistics/')({
  staticData: { access: 'advertiser', title: 'Statistics', nav: { at: 3, icon: 'chart', words: 'report csv export' } },
  validateSearch: statisticsSearch,
  component: AdvertiserStatistics,
});
