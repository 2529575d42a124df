import { cookieText, readCookie } from '~/lib/cookies';

type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser; where there is none or it is forbidden, the page's memory. Touched at first use only. */
function safeStorage(find: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, instead: () => T): T => {
    try {
      return work(find());
    } catch {
      return instead();
    }
  };
  return {
    getItem: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem: (key, value) =>
      attempt(
        (storage) => {
          storage.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      ),
    removeItem: (key) => {
      memory.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}

/** Shared by all tabs. */
export const shared = safeStorage(() => localStorage);

/** This tab's own. */
export const tabStorage = safeStorage(() => sessionStorage);

const write = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  if (typeof document !== 'undefined') document.cookie = text;
};

/** The page's cookies. */
export const cookies = {
  get: (name: string) => (typeof document === 'undefined' ? null : readCookie(document.cookie, name)),
  set: (name: string, value: string, maxAge: number) =>
    write(cookieText(name, value, maxAge, location.protocol === 'https:')),
  remove: (name: string) => write(`${name}=; path=/; max-age=0`),
};
