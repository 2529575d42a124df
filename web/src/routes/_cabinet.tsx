import { createFileRoute } from '@tanstack/react-router';
import { CabinetLayout } from '~/layouts/cabinet-layout';

export const Route = createFileRoute('/_cabinet')({ component: CabinetLayout });
