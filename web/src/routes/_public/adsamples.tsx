import { createFileRoute } from '@tanstack/react-router';
import { SamplesPage } from '~/features/public/samples-page';

export const Route = createFileRoute('/_public/adsamples')({ component: SamplesPage });
