import { createFileRoute } from '@tanstack/react-router';
import { SiteCreatePage } from '~/features/sites/site-form-pages';

export const Route = createFileRoute('/_cabinet/webmaster/sites/create')({
  staticData: { access: 'webmaster', title: 'New site' },
  component: SiteCreatePage,
});
