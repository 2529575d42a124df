import { createFileRoute } from '@tanstack/react-router';
import { PushCreatePage } from '~/features/push/pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/push/create')({
  staticData: { access: 'advertiser', title: 'New push campaign' },
  component: PushCreatePage,
});
