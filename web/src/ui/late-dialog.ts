import { takeTurn } from './dialogs';
import { onceAsked } from './late';
import { toastError } from './toast';

/** Says that the code did not come of what somebody wanted to open. */
export function toastNotOpened(what: string): void {
  // A browser may keep that a part could not be had until the page is loaded again.
  const detail = 'Check the connection and try again, or load the page again.';
  toastError(`${what} could not be opened`, undefined, { id: 'not-opened', detail });
}

/**
 * A dialog whose code comes when it is asked for: `pick` says what opens it. It opens once, as it was asked for last, and not where
 * the page was left or another dialog was asked for meanwhile.
 */
export function lateDialog<Code, Of extends unknown[]>(
  load: () => Promise<Code>,
  pick: (code: Code) => (...of: Of) => void,
): (...of: Of) => void {
  let loading: Promise<Code> | undefined;
  return (...of) => {
    const isWanted = takeTurn();
    loading ??= onceAsked(load).finally(() => {
      loading = undefined;
    });
    void loading.then(
      (code) => {
        if (isWanted()) pick(code)(...of);
      },
      () => {
        if (isWanted()) toastNotOpened('The dialog');
      },
    );
  };
}
