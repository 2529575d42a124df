import { createFileRoute } from '@tanstack/react-router';
import { sheetSearch } from '~/features/ads/sheet/search';
import { AllAdsSheetPage } from '~/features/ads/sheet/sheet-page';

export const Route = createFileRoute('/_cabinet/advertiser/all-medias_/edit')({
  staticData: { access: 'advertiser', title: 'Edit ads' },
  validateSearch: sheetSearch,
  component: AllAdsSheetPage,
});
