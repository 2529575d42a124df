import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '~/features/public/help-page';

export const Route = createFileRoute('/_public/helpCenter/')({
  staticData: {
    access: 'public',
    title: 'Help center',
    head: {
      description: 'How to start a campaign, put blocks on a site, read statistics and get paid.',
      image: 'help',
      hasHelp: true,
    },
  },
  component: HelpPage,
});
