/** Files that the script loads where a page needs them: templates but the first, and what few pages use. */
import { found, Later, leave, nonce, origin, source } from './network';
import { quietly } from './safely';

/** What a file hands over. */
export interface Named {
  name: string;
}

interface Policy {
  createScriptURL(text: string): string;
}
type Types = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

const files = new Map<string, Promise<Named>>();
const arrivals = new Map<string, (file: Named) => void>();

/** What a page with Trusted Types lets scripts be loaded by. Nobody else gets at it: it would let everything through. */
let policy: Policy | undefined;
const rules: Policy = { createScriptURL: (text) => text };

/** Has a file from the beginning. */
export const have = (file: Named): void => {
  files.set(file.name, Later.resolve(file));
};

/** The file of a name: the script's own address with the name before its ending. Fails with words. */
export function load<T extends Named>(name: string): Promise<T> {
  let file = files.get(name);
  if (!file) {
    file = new Later<Named>((resolve, reject) => {
      const address = origin + source?.pathname.replace(/(\.js)?$/, `.${name}.js`);
      arrivals.set(name, resolve);
      const element = document.createElement('script');
      element.nonce = nonce;
      element.fetchPriority = 'high';
      // What registers comes before this: a file that only loads was replaced on the way.
      element.onload = element.onerror = () => reject(`${address} did not load: is it blocked?`);
      policy ??= (window as Types).trustedTypes?.createPolicy('placard', rules) ?? rules;
      element.src = policy.createScriptURL(address);
      document.head.append(element);
    });
    files.set(name, file);
    file.catch(() => files.delete(name));
  }
  return file as Promise<T>;
}

/** Waits for the files; false where a script of this network does so already. */
export function wait(): boolean {
  const isFirst = !found();
  if (isFirst) {
    leave(
      quietly((file: Named) => {
        arrivals.get(file.name)?.(file);
      }),
    );
  }
  return isFirst;
}
