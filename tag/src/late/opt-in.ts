/**
 * A site's push opt-in: asks for notifications when and how the site wishes it, and keeps the browser's subscription known to the
 * network. Everything that could ask in vain comes first: a browser that has no push, a worker file that is not in place.
 *
 * Never more often than the site has chosen, never in a frame, never over a dialog of the page, and never again after a no to the
 * browser.
 */
import type { AskFile, Host, OptInFile, OptInSettings } from '../host';
import { Later } from '../network';
import {
  DATABASE,
  EVENTS_PATH,
  KNOWN,
  type Known,
  STORE,
  SUBSCRIBE_PATH,
  type Subscribe,
  settingsPath,
} from '../push-names';
import { register } from '../register';
import { quietly } from '../safely';
import { json, posted } from '../wire';

/** When somebody was asked last, in ms since 1970. */
const ASKED = 'placard.push';
/** Pages of this visit. */
const PAGES = 'placard.push.pages';
/** How often is looked whether the page is free to be asked on, in ms. */
const FREE_MS = 1000;
const DAY_MS = 86_400_000;

type Url = string;
type Types = {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(text: Url): Url }): { createScriptURL(text: Url): Url };
  };
};

/** Blocks that have begun on this page. */
const begun = new Set<string>();

const wait = (ms: number): Promise<void> => new Later((resolve) => setTimeout(resolve, ms));

/** The browser's storage may be shut: then nothing is remembered, and nobody is asked. */
function count(storage: Storage, key: string, value?: number): number {
  const before = Number(storage.getItem(key)) || 0;
  if (value !== undefined) {
    storage.setItem(key, String(value));
  }
  return before;
}

/** Whether the page has a dialog open, or is not looked at. */
const isBusy = (): boolean =>
  document.hidden ||
  [...document.querySelectorAll('dialog[open],[aria-modal="true"],[role="dialog"],[role="alertdialog"]')].some(
    (dialog) => dialog.getClientRects().length > 0,
  );

/** One step on what is known of the subscription. */
const keep = (known?: Known): Promise<Known | undefined> =>
  new Later((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const step = opening.result.transaction(STORE, known ? 'readwrite' : 'readonly');
      const store = step.objectStore(STORE);
      const request = known ? store.put(known, KNOWN) : store.get(KNOWN);
      step.oncomplete = () => {
        opening.result.close();
        resolve(known ?? (request.result as Known | undefined));
      };
      step.onerror = step.onabort = reject;
    };
  });

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** The key that a subscription was made with, as the network writes it. */
const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** The worker of the site's own file, once it works: a browser subscribes to nothing before. */
async function registerWorker({ worker, scope }: OptInSettings): Promise<ServiceWorkerRegistration> {
  const createScriptURL = (text: Url): Url => (text === worker ? text : '');
  const policy = (window as Types).trustedTypes?.createPolicy('placard-push', { createScriptURL });
  const url = policy?.createScriptURL(worker) ?? worker;
  const registration = await navigator.serviceWorker.register(url, { scope, updateViaCache: 'imports' });
  const coming = registration.installing ?? registration.waiting;
  if (!registration.active && coming) {
    await new Later<void>((resolve, reject) => {
      coming.onstatechange = () =>
        coming.state === 'activated'
          ? resolve()
          : coming.state === 'redundant' && reject('the worker file does not start');
    });
  }
  return registration;
}

/** The endpoint of another provider's worker on this site, as a hash: the network knows it if it was imported. */
async function otherHash(own: ServiceWorkerRegistration): Promise<string | undefined> {
  for (const other of await navigator.serviceWorker.getRegistrations()) {
    const found = other.scope === own.scope ? null : await other.pushManager.getSubscription();
    if (found) {
      // The network writes the digits of escapes in one case.
      const endpoint = found.endpoint.replace(/%../g, (digits) => digits.toLowerCase());
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }
  }
  return undefined;
}

/** Has the browser subscribe where it is not, or with another key than the newest, and tells the network. */
async function subscribe(host: Host, settings: OptInSettings, asked: boolean): Promise<void> {
  const registration = await registerWorker(settings);
  let subscription = await registration.pushManager.getSubscription();
  const known = await keep().catch(() => undefined);
  const { block, key } = settings;
  if (subscription && keyOf(subscription) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  if (!asked && subscription && known?.endpoint === subscription.endpoint && known.block === block) {
    return;
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const told: Subscribe = {
    block,
    subscription: subscription.toJSON(),
    key,
    utc_offset: -new Date().getTimezoneOffset(),
    asked,
    ...(known
      ? { previous_endpoint: known.endpoint, previous_name: known.name }
      : { previous_hash: await otherHash(registration) }),
  };
  const answer = await fetch(host.origin + SUBSCRIBE_PATH, posted(JSON.stringify(told)));
  if (answer.ok) {
    const { name } = await answer.json();
    await keep({ base: host.origin, block, name, key, endpoint: subscription.endpoint });
  } else if (answer.status === 409) {
    // Its owner has ended it, or the network has: the browser need not keep it.
    await subscription.unsubscribe();
  }
}

/** The question in the page's language, or the first. */
const textOf = ({ questions }: OptInSettings) => {
  const languages = [document.documentElement.lang, ...navigator.languages].map((language) =>
    language.slice(0, 2).toLowerCase(),
  );
  const found = languages.map((language) => questions.find((one) => one.language === language)).find(Boolean);
  return found ?? questions[0];
};

async function begin(host: Host, id: string): Promise<string | undefined> {
  const settings: OptInSettings = await (await fetch(host.origin + settingsPath(+id), { credentials: 'omit' })).json();
  const pages = count(sessionStorage, PAGES) + 1;
  count(sessionStorage, PAGES, pages);
  const { permission } = Notification;
  if (permission === 'granted') {
    await subscribe(host, settings, false);
    return 'this browser has the permission';
  }
  if (permission === 'denied') {
    return 'this browser blocks notifications of the site';
  }
  const days = (Date.now() - count(localStorage, ASKED)) / DAY_MS;
  if (days < settings.ask_days) {
    return `this visitor was asked ${Math.floor(days)} days ago`;
  }
  if (pages < settings.ask_page) {
    return `it asks on page ${settings.ask_page} of a visit, and this is page ${pages}`;
  }
  // Who says yes must not have said it in vain.
  await registerWorker(settings);
  await wait(settings.delay_s * 1000);
  while (isBusy()) {
    await wait(FREE_MS);
  }
  if (Date.now() - count(localStorage, ASKED) < settings.ask_days * DAY_MS) {
    return 'this visitor was asked on another page';
  }
  count(localStorage, ASKED, Date.now());
  const report = (event: string) =>
    fetch(host.origin + EVENTS_PATH, posted(json({ block: settings.block, event, page: host.pageAddress() }))).catch(
      () => undefined,
    );
  void report('asked');
  // Firefox and Safari let nobody ask without a press.
  const isFree = settings.kind === 2 && 'userAgentData' in navigator;
  const text = textOf(settings);
  if (!isFree && text) {
    const { ask } = await host.load<AskFile>('ask');
    if (!(await ask(settings, text, isBusy))) {
      void report('later');
      return 'this visitor said: not now';
    }
  }
  const answer = await Notification.requestPermission();
  if (answer === 'granted') {
    await subscribe(host, settings, true);
    return 'this visitor has subscribed';
  }
  void report(answer === 'denied' ? 'denied' : 'later');
  return 'this visitor did not allow notifications';
}

const file: OptInFile = {
  name: 'opt-in',
  leave(host, element, place) {
    place.state = 'elsewhere';
    place.why = 'it asks for notifications';
    place.undo = () => {
      place.undo = undefined;
    };
    element.style.setProperty('display', 'none', 'important');
    if (window.top !== window) {
      place.why = 'notifications are asked for in no frame';
    } else if (!isSecureContext || !('PushManager' in window) || !('Notification' in window)) {
      place.why = 'this browser has no notifications here';
    } else if (!begun.has(place.id)) {
      begun.add(place.id);
      begin(host, place.id)
        .then((why) => {
          place.why = why;
        })
        .catch(
          quietly((error: unknown) => {
            place.why = `notifications could not be asked for: ${error instanceof Error ? error.message : error}`;
            host.tell(place.why);
          }),
        );
    }
  },
};
register(file);
