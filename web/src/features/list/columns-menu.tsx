import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { toastError } from '~/ui/toast';

/** Saves a table as a file: with the columns on screen as they stand there, or with all of them. */
export function ColumnsMenu({ save }: { save(all: boolean): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const make = async (all: boolean) => {
    setBusy(true);
    try {
      await save(all);
    } catch (error) {
      toastError('The file could not be made', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button busy={busy}>
          <IconDownload size={16} aria-hidden />
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void make(false)}>Columns on screen</Menu.Item>
        <Menu.Item onClick={() => void make(true)}>All columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
