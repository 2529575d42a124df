import { createFileRoute } from '@tanstack/react-router';
import { WebmasterLanding } from '~/features/public/webmaster-landing';

export const Route = createFileRoute('/_public/webmaster/')({
  component: WebmasterLanding,
});
