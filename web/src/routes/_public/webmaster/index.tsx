import { createFileRoute } from '@tanstack/react-router';
import { enterCabinet } from '~/app/enter-cabinet';
import { WebmasterLanding } from '~/features/public/webmaster-landing';

export const Route = createFileRoute('/_public/webmaster/')({
  beforeLoad: (args) => enterCabinet(args, 'webmaster'),
  component: WebmasterLanding,
});
