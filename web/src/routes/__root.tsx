import { createRootRouteWithContext } from '@tanstack/react-router';
import { guard } from '~/app/guards';
import { Root } from '~/app/root';
import type { RouterContext } from '~/router';

export const Route = createRootRouteWithContext<RouterContext>()({ beforeLoad: guard, component: Root });
