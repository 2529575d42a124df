import { createFileRoute } from '@tanstack/react-router';
import { WaitingPage } from '~/features/confirm/waiting-page';

export const Route = createFileRoute('/account/confirm')({ component: WaitingPage });
