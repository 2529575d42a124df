/** `window.placard`: what the page calls. Its code is a file of its own, loaded when the page first calls something. */
import { load } from './files';
import type { ApiFile, Host, Shared, Step } from './host';
import { tell } from './safely';

const page = window as unknown as { placard?: Shared };

page.placard ??= {};
/** What is shared by the scripts on this page. */
export const shared = page.placard;

/** Takes part, and takes over what the page has queued unless another script did. */
export function join(host: Host): void {
  if (shared.hosts) {
    shared.hosts.push(host);
  } else {
    shared.hosts = [host];
    shared.ears = new Set();
    const push = (...steps: Step[]): void => {
      if (steps[0]) {
        load<ApiFile>('api')
          .then(({ run }) => run(shared, steps))
          .catch(tell);
      }
    };
    const queued = shared.cmd as Step[] | undefined;
    shared.cmd = { push };
    push(...(queued ?? []));
    // For the console: the other words come with the file.
    shared.debug = (isOn) => push(({ debug }) => debug(isOn));
  }
  if (location.search.includes('placard_debug=1')) {
    shared.debug?.();
  }
}
