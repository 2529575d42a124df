import '~/theme/styles';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { theme } from '~/theme/theme';
import { DialogHost } from '~/ui/dialogs';
import { schemeManager } from './scheme';

/** What the cabinets' widgets need around them. Public pages do without, which halves what they load. */
export function Widgets({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={schemeManager}>
      <Notifications position="bottom-right" autoClose={3000} limit={4} zIndex={80} />
      {children}
      <DialogHost />
    </MantineProvider>
  );
}
