import { createFileRoute } from '@tanstack/react-router';
import { ArticleCreatePage } from '~/features/ads/form/form-pages';
import { adParents } from '~/features/ads/parents';

export const Route = createFileRoute(
  '/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/article',
)({
  staticData: { access: 'advertiser', title: 'New article ad' },
  loader: adParents,
  component: ArticleCreatePage,
});
