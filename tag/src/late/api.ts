/** What pages call of `placard`: load, reload, destroy, on, debug and unsubscribe. It speaks for all networks of the page. */
import type { Api, ApiFile, Debug, Happening, Host, Kind, Shared, Target } from '../host';
import { DATABASE, KNOWN, type Known, STORE, UNSUBSCRIBE_PAGE } from '../push-names';
import { register } from '../register';

/** The elements that a page means, as far as they are places of a network. */
function placesOf({ selector, live, placeOf }: Host, target: Target): HTMLElement[] {
  const isBlock = typeof target === 'number' || (typeof target === 'string' && /^\d+$/.test(target));
  let roots: Iterable<Element> = [...live, ...document.querySelectorAll(selector)];
  if (typeof target === 'string' && !isBlock) {
    roots = document.querySelectorAll(target);
  } else if (target instanceof Object) {
    roots = 'matches' in target ? [target] : target;
  }
  const found = [...roots].flatMap((root) => [root, ...root.querySelectorAll(selector)]) as HTMLElement[];
  return [...new Set(found)].filter(
    (element) => element.matches(selector) && (!isBlock || placeOf(element)?.id === String(target)),
  );
}

/** The page hears of errors in its own functions, and the others are called none the less. */
function call(step: () => void): void {
  try {
    step();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** What is known of this browser's subscription to notifications; nothing where there is none. */
const subscribed = (then: (known: Known | undefined) => void): void => {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => then(undefined);
    opening.onsuccess = () => {
      const step = opening.result.transaction(STORE);
      const request = step.objectStore(STORE).get(KNOWN);
      step.oncomplete = step.onabort = () => {
        opening.result.close();
        then(request.result);
      };
    };
  } catch {
    // The page's storage is shut: nobody is subscribed there.
    then(undefined);
  }
};

function make(shared: Shared): Api {
  const each = (target: Target, step: (host: Host, element: HTMLElement) => void): void => {
    for (const host of shared.hosts ?? []) {
      for (const element of placesOf(host, target)) {
        call(() => step(host, element));
      }
    }
  };
  return {
    load(target) {
      each(target, (host, element) => {
        const state = host.placeOf(element)?.state;
        if (state !== 'asked' && state !== 'filled') {
          host.ask(element);
        }
      });
    },
    reload(target) {
      each(target, (host, element) => host.ask(element));
    },
    destroy(target) {
      each(target, (host, element) => host.drop(element));
    },
    on(type: Kind, handler: (happening: Happening) => void) {
      const hear = (happening: Happening) => {
        if (happening.type === type) {
          call(() => handler(happening));
        }
      };
      each(undefined, ({ placeOf }, element) => placeOf(element)?.log.forEach(hear));
      shared.ears?.add(hear);
      return () => {
        shared.ears?.delete(hear);
      };
    },
    debug(isOn = true) {
      const host = shared.hosts?.[0];
      host?.load<Debug>('debug').then(({ show }) => show(shared, isOn), host.tell);
    },
    unsubscribe(none) {
      subscribed((known) => {
        if (known) {
          location.assign(`${known.base}${UNSUBSCRIBE_PAGE}?name=${encodeURIComponent(known.name)}`);
        } else if (none) {
          call(none);
        }
      });
    },
  };
}

let api: Api | undefined;

const file: ApiFile = {
  name: 'api',
  run(shared, steps) {
    if (!api) {
      api = make(shared);
      Object.assign(shared, api);
    }
    for (const step of steps) {
      call(() => step(api as Api));
    }
  },
};
register(file);
