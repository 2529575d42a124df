/** A host page for the script: what it asks the network, what the browser would see, and one copy of the script or several. */
import { vi } from 'vitest';
import type { Step } from '../src/host';

interface Asked {
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several calls
  body: any;
}

/** Observers of the page, so that a test says what is seen. */
const observers: FakeObserver[] = [];

class FakeObserver {
  readonly elements = new Set<Element>();
  readonly margin: string | undefined;
  constructor(
    readonly callback: (entries: unknown[]) => void,
    options?: { rootMargin?: string },
  ) {
    this.margin = options?.rootMargin;
    observers.push(this);
  }
  observe(element: Element) {
    this.elements.add(element);
  }
  unobserve(element: Element) {
    this.elements.delete(element);
  }
  disconnect() {
    this.elements.clear();
  }
}

let nextAd = 0;

/** Copies of the script that look at the document, so that none of them lives on in the next test. */
const lookers: MutationObserver[] = [];
const { MutationObserver: RealObserver } = window;

/** An ad as the server answers it. */
const servedAd = (id: number) => ({
  id,
  token: `token-${id}`,
  title: `Ad ${id}`,
  description: '',
  full_text: '',
  brand: 'Solarhof',
  square: '/m/1.webp',
  horizontal: '/m/2.webp',
  click: `/c/token-${id}`,
});

/** A page with the network's answers. */
export class HostPage {
  readonly asked: Asked[] = [];
  readonly told: string[] = [];
  /** Files of the script that do not load. */
  readonly blocked = new Set<string>();
  /** Files that are on their way. */
  private readonly coming: Promise<void>[] = [];
  /** Answers of one ad each, unless a test says otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server might answer
  answer: (asked: Asked) => any = ({ body }) => ({
    blocks: body.blocks.map(({ id }: { id: number }) => this.block(id)),
    why_url: '/d/why',
  });

  constructor() {
    observers.length = 0;
    nextAd = 0;
    vi.resetModules();
    vi.useFakeTimers();
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    vi.stubGlobal(
      'MutationObserver',
      class extends RealObserver {
        constructor(callback: MutationCallback) {
          super(callback);
          lookers.push(this);
        }
      },
    );
    vi.stubGlobal('CSSStyleSheet', undefined);
    vi.stubGlobal('XMLHttpRequest', undefined);
    vi.spyOn(document.head, 'append').mockImplementation((element) => {
      this.coming.push(this.bring(element as HTMLScriptElement));
    });
    vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
      const asked = { url, body: JSON.parse(init.body) };
      this.asked.push(asked);
      const body = url.endsWith('/d/ads') ? this.answer(asked) : null;
      return { ok: !body?.status, json: async () => body };
    });
    vi.spyOn(console, 'info').mockImplementation((text: string) => void this.told.push(text));
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  }

  /** What the page calls. */
  get placard(): { cmd: { push(...steps: Step[]): unknown } } {
    return (window as unknown as { placard: { cmd: Step[] } }).placard;
  }
  set placard(placard: { cmd: Step[] }) {
    (window as unknown as { placard: unknown }).placard = placard;
  }

  /** Ends every copy of the script. */
  end() {
    for (const looker of lookers.splice(0)) {
      looker.disconnect();
    }
    for (const name of Object.getOwnPropertyNames(window).filter((key) => /^placard(@|$)|^__(tcfapi|gpp)$/.test(key))) {
      delete (window as unknown as Record<string, unknown>)[name];
    }
    delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.doUnmock('../src/network');
    document.body.replaceChildren();
    localStorage.clear();
  }

  /** A block with so many ads that were never served before. */
  block(id: number, ads = 1) {
    return {
      id,
      template: 'image-top',
      config: { rows: 1, columns: ads },
      styles: '',
      passback_html: '',
      ads: Array.from({ length: ads }, () => servedAd(++nextAd)),
    };
  }

  /** Loads a copy of the script, from a network. */
  async load(origin = 'https://ads.example', data: Record<string, string> = {}) {
    vi.resetModules();
    const script = Object.assign(document.createElement('script'), { src: `${origin}/p.js` });
    Object.assign(script.dataset, data);
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    await import('../src/tag');
    await this.settle();
  }

  /** Brings another file of the script, as a browser would. */
  private async bring(script: HTMLScriptElement) {
    const name = script.src.replace(/^.*\/p\.|\.js$/g, '');
    if (this.blocked.has(name)) {
      script.onerror?.('');
      return;
    }
    vi.resetModules();
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    const isLate = ['api', 'ask', 'consent', 'debug', 'empty', 'opt-in', 'refresh'].includes(name);
    await (isLate ? import(`../src/late/${name}.ts`) : import(`../src/templates/${name}.ts`));
    script.onload?.(new Event('load'));
  }

  /** Adds a place and lets the script find it. */
  async place(block: number | string, into: Element = document.body) {
    const element = into.appendChild(document.createElement('div'));
    element.setAttribute('data-placard', String(block));
    await this.settle();
    return element;
  }

  /** Lets timers up to half a second run, with what waits for them. */
  async settle(ms = 600) {
    await vi.advanceTimersByTimeAsync(ms);
    while (this.coming.length > 0) {
      await Promise.all(this.coming.splice(0));
      await vi.advanceTimersByTimeAsync(200);
    }
  }

  /** Brings places near the viewport. */
  async approach(...elements: Element[]) {
    this.see(elements, 1, (observer) => observer.margin !== undefined);
    await this.settle();
  }

  /** A place that has come near and has its ads. */
  async filled(block = 1) {
    const place = await this.place(block);
    await this.approach(place);
    return place;
  }

  /** Tells observers what share of elements is seen. */
  see(elements: Element[], share: number, which: (observer: FakeObserver) => boolean = () => true, top = 9_000) {
    for (const observer of observers.filter(which)) {
      const entries = elements.filter((element) => observer.elements.has(element));
      if (entries.length > 0) {
        observer.callback(
          entries.map((target) => ({
            target,
            isIntersecting: share > 0,
            intersectionRatio: share,
            boundingClientRect: { width: 300, height: 250, top: share > 0 ? 0 : top },
          })),
        );
      }
    }
  }

  /** Whether anything is still looked at. */
  isWatched(element: Element) {
    return observers.some((observer) => observer.elements.has(element));
  }

  /** Bodies of requests to a path. */
  calls(path: string) {
    return this.asked.filter(({ url }) => url.endsWith(path)).map(({ body }) => body);
  }
}

/** The cards of a place. */
export const cardsOf = (place: Element): Element[] => [...(place.shadowRoot?.querySelectorAll('.card') ?? [])];
