import { createFileRoute } from '@tanstack/react-router';
import { ContactsPage } from '~/features/public/contacts-page';

export const Route = createFileRoute('/_public/contacts')({
  staticData: {
    access: 'public',
    title: 'Contacts',
    head: { description: 'Write to the people who run this network: questions, partnerships, complaints about an ad.' },
  },
  component: ContactsPage,
});
