import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '~/features/admin/system-page';

export const Route = createFileRoute('/_cabinet/admin/system')({ component: SystemPage });
