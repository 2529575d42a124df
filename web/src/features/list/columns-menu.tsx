import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { NamedFile } from '~/api/files';
import { Button } from '~/ui/button';
import { useFile } from './use-file';

/** Saves a table as a file: with the columns on screen as they stand there, or with all of them. */
export function ColumnsMenu({ make }: { make(all: boolean): Promise<NamedFile> }) {
  const { busy, save } = useFile();
  return (
    <Menu>
      <Menu.Target>
        <Button busy={busy}>
          <IconDownload size={16} aria-hidden />
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(() => make(false))}>Columns on screen</Menu.Item>
        <Menu.Item onClick={() => void save(() => make(true))}>All columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
