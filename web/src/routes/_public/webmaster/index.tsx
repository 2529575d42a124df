import { createFileRoute } from '@tanstack/react-router';
import { WebmasterLanding } from '~/features/public/webmaster-landing';

export const Route = createFileRoute('/_public/webmaster/')({
  staticData: {
    access: 'webmaster_entry',
    title: 'For webmasters: rent out your empty wall',
    head: {
      description:
        'Put one small script on a site and earn from every valid click, on a page or on a push notification: your share is a published figure, blocks wear your own type and colours, and clicks are checked the same for both sides.',
      image: 'webmaster',
    },
  },
  component: WebmasterLanding,
});
