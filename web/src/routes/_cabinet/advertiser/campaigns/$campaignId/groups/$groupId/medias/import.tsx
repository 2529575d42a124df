import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '~/features/ads/import/import-page';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/import')({
  staticData: { access: 'advertiser', title: 'Import ads' },
  loader: adParents,
  component: ImportPage,
});
