import { createFileRoute } from '@tanstack/react-router';
import { sheetSearch } from '~/features/ads/sheet/search';
import { GroupSheetPage } from '~/features/ads/sheet/sheet-page';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/')({
  staticData: { access: 'advertiser', title: 'Edit ads' },
  validateSearch: sheetSearch,
  component: GroupSheetPage,
});
