import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NamedFile } from '~/api/files';
import { Button } from '~/ui/button';
import { useFile } from './use-file';

/** Saves a file that the server makes. `label` names it where several stand below each other. */
export function FileButton({
  make,
  label,
  failure,
  size,
  children,
}: {
  make(): Promise<NamedFile>;
  label?: string;
  /** What is said when it could not be made. */
  failure?: string;
  size?: 'sm';
  children: ReactNode;
}) {
  const { busy, save } = useFile(failure);
  return (
    <Button {...(size ? { size } : {})} busy={busy} aria-label={label} onClick={() => void save(make)}>
      <IconDownload size={size ? 14 : 16} aria-hidden />
      {children}
    </Button>
  );
}
