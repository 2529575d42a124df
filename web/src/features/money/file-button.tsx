import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '~/api/download';
import { Button } from '~/ui/button';
import { toastError } from '~/ui/toast';

/** Saves a file that the server makes. */
export function FileButton({
  label,
  name,
  make,
}: {
  label: string;
  /** What the file is called where the server gives it no name. */
  name: string;
  make(): Promise<{ data: unknown; response: Response }>;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(await make(), name);
    } catch (error) {
      toastError('The file could not be made', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void save()}>
      <IconDownload size={16} aria-hidden />
      {label}
    </Button>
  );
}
