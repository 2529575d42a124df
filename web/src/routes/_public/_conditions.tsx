import { createFileRoute } from '@tanstack/react-router';
import { ConditionsLayout } from '~/layouts/conditions-layout';

export const Route = createFileRoute('/_public/_conditions')({ component: () => <ConditionsLayout /> });
