import { createFileRoute } from '@tanstack/react-router';
import { enterCabinet } from '~/app/enter-cabinet';
import { AdvertiserLanding } from '~/features/public/advertiser-landing';

export const Route = createFileRoute('/_public/advertiser/')({
  beforeLoad: (args) => enterCabinet(args, 'advertiser'),
  component: AdvertiserLanding,
});
