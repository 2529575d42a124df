import { createFileRoute } from '@tanstack/react-router';
import { AllAdsSheetPage } from '~/features/ads/sheet/sheet-page';
import { sheetSearch } from '~/features/ads/sheet/search';

export const Route = createFileRoute('/_cabinet/advertiser/all-medias_/edit')({
  staticData: { access: 'advertiser', title: 'Edit ads' },
  validateSearch: sheetSearch,
  component: AllAdsSheetPage,
});
