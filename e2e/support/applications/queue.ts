/** What applications call; the page makes the queue before the script comes. */
type Target = Element | string | number | null | undefined;

interface Api {
  load(target?: Target): void;
  reload(target?: Target): void;
  destroy(target?: Target): void;
}

export const { placard } = window as unknown as { placard: { cmd: { push(step: (api: Api) => void): void } } };
