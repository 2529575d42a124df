import { createFileRoute } from '@tanstack/react-router';
import { AllAdsPage } from '~/features/ads/all-ads-page';

export const Route = createFileRoute('/_cabinet/advertiser/all-medias')({ component: AllAdsPage });
