import { createFileRoute } from '@tanstack/react-router';
import { ContactsPage } from '~/features/public/contacts-page';

export const Route = createFileRoute('/_public/contacts')({ component: ContactsPage });
