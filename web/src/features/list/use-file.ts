import { useState } from 'react';
import { saveFile } from '~/api/download';
import type { NamedFile } from '~/api/files';
import { toastError } from '~/ui/toast';

/** Saves what is made as a file, once at a time: true when it is there; `failure` is said when it could not be made. */
export function useFile(failure = 'The file could not be made') {
  const [busy, setBusy] = useState(false);
  const save = async (make: () => Promise<NamedFile>): Promise<boolean> => {
    setBusy(true);
    try {
      const { content, name } = await make();
      saveFile(content, name);
      return true;
    } catch (error) {
      toastError(failure, error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
