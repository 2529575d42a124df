import { createFileRoute } from '@tanstack/react-router';
import { loadWidgets } from '~/app/late-widgets';
import { CabinetLayout } from '~/layouts/cabinet-layout';

export const Route = createFileRoute('/_cabinet')({
  component: CabinetLayout,
  // Waited for together with the page's own code: drawn one after the other, each would hold the page back.
  loader: loadWidgets,
  staleTime: Number.POSITIVE_INFINITY,
});
