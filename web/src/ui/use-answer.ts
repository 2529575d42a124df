import { useState } from 'react';
import { closeDialog, holdDialog } from './dialogs';

/**
 * What a dialog asks the server. It closes with the answer, unless it stays to tell of it; when it is refused it stays, with what
 * was thrown.
 */
export function useAnswer(id: string, run: () => Promise<unknown>, staysOpen = false) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = async () => {
    setBusy(true);
    setError(null);
    holdDialog(id, true);
    try {
      await run();
      // It can still be pressed while it closes: it stays busy.
      if (!staysOpen) return closeDialog(id);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
    holdDialog(id, false);
  };
  return { busy, error, go: () => void ask() };
}
