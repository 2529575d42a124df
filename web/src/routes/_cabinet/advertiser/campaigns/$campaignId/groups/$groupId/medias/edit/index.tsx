import { createFileRoute } from '@tanstack/react-router';
import { GroupSheetPage } from '~/features/ads/sheet/sheet-page';
import { sheetSearch } from '~/features/ads/sheet/search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/')({
  staticData: { access: 'advertiser', title: 'Edit ads' },
  validateSearch: sheetSearch,
  component: GroupSheetPage,
});
