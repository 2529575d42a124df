import { createFileRoute } from '@tanstack/react-router';
import { SamplesPage } from '~/features/public/samples-page';

export const Route = createFileRoute('/_public/adsamples')({
  staticData: {
    access: 'public',
    title: 'Ad samples',
    head: {
      description:
        'Every block template of Placard, live, on a phone and on a desktop, in light and dark, and push as each system shows it.',
      image: 'samples',
    },
  },
  component: SamplesPage,
});
