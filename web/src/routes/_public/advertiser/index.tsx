import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserLanding } from '~/features/public/advertiser-landing';

export const Route = createFileRoute('/_public/advertiser/')({
  staticData: {
    access: 'advertiser_entry',
    title: 'For advertisers: pay for the click that counts',
    head: {
      description:
        'Native ads on real sites, and push notifications. Pay only for valid clicks, aim at country, city, hour, device and network, and read the verdict of each click.',
      image: 'advertiser',
    },
  },
  component: AdvertiserLanding,
});
