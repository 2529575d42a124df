import { createFileRoute } from '@tanstack/react-router';
import { WaitingPage } from '~/features/confirm/waiting-page';

export const Route = createFileRoute('/_auth/account/confirm')({ component: WaitingPage });
