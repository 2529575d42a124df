import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '~/features/public/help-page';

export const Route = createFileRoute('/_public/helpCenter/')({ component: HelpPage });
