import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { download } from '~/api/download';
import { Button } from '~/ui/button';
import { toastError } from '~/ui/toast';

/** Saves a document as a file. `label` names it where several stand below each other. */
export function FileButton({
  file,
  name,
  label,
  children,
}: {
  file(): Promise<{ data: unknown; response: Response }>;
  /** Its name where the server gives none. */
  name: string;
  label?: string;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(await file(), name);
    } catch (error) {
      toastError('The file could not be made', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" busy={busy} aria-label={label} onClick={() => void save()}>
      <IconDownload size={14} aria-hidden />
      {children}
    </Button>
  );
}
