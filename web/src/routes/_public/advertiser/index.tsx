import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserLanding } from '~/features/public/advertiser-landing';

export const Route = createFileRoute('/_public/advertiser/')({
  component: AdvertiserLanding,
});
