import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { Logo } from '~/ui/logo';
import styles from './frame.module.css';

/** The sidebar on narrow screens. */
export function MenuDrawer({
  opened,
  onClose,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={300}
      padding={0}
      position="left"
      // Whoever opened it, or the page that comes, takes the focus.
      returnFocus={false}
      classNames={{ content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" aria-labelledby={undefined}>
        <div className={styles.drawerHead}>
          <Logo />
          <Button variant="ghost" icon aria-label="Close the menu" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </Button>
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}
