import { createFileRoute } from '@tanstack/react-router';
import { requireUser } from '~/app/guards';
import { CabinetLayout } from '~/layouts/cabinet-layout';

export const Route = createFileRoute('/_cabinet')({ beforeLoad: requireUser, component: CabinetLayout });
