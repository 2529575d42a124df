import '~/theme/styles';
import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { theme } from '~/theme/theme';
import { DialogHost } from '~/ui/dialogs';
import { schemeManager } from './scheme';

const Toasts = lazy(() => import('./toasts').then((module) => ({ default: module.Toasts })));
const PageTraces = lazy(() => import('./page-traces-part').then((module) => ({ default: module.PageTraces })));

/** What the cabinets' widgets need around them. Public pages do without, which halves what they load. */
export function Widgets({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={schemeManager}>
      <Suspense fallback={null}>
        <Toasts />
        <PageTraces />
      </Suspense>
      {children}
      <DialogHost />
    </MantineProvider>
  );
}
