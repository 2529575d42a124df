import { useState } from 'react';
import { closeDialog, holdDialog } from './dialogs';

/**
 * What a dialog asks the server. It closes with the answer, unless it stays to tell of it, which may hang on what was answered; when
 * it is refused it stays, with what was thrown.
 */
export function useAnswer<Of extends unknown[], Answer>(
  id: string,
  run: (...of: Of) => Promise<Answer>,
  staysOpen: boolean | ((answer: Answer) => boolean) = false,
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = async (of: Of) => {
    setBusy(true);
    setError(null);
    holdDialog(id, true);
    try {
      const answer = await run(...of);
      // It can still be pressed while it closes: it stays busy.
      if (!(typeof staysOpen === 'function' ? staysOpen(answer) : staysOpen)) return closeDialog(id);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
    holdDialog(id, false);
  };
  return { busy, error, go: (...of: Of) => void ask(of) };
}
