/** What the script's own files see of it: what few pages need is in files of its own. */
import type { QuestionLook, QuestionText } from '../render/question';
import type { Named } from './files';
import type { AdsAnswer, ServedBlock } from './wire';

/** What happens in a place. */
export type Kind = 'fill' | 'empty' | 'view' | 'click' | 'close';

/** Something that happened in a place, as handlers of the page hear it. */
export interface Happening {
  type: Kind;
  element: HTMLElement;
  /** The block's number. */
  block: number;
  /** Numbers of the ads: all of the place where it was filled, else the one. */
  ads: number[];
  /** Why the place is empty, in words. */
  why?: string;
  /** When, in ms since 1970 by the visitor's clock. */
  time: number;
}

/** A place of the page and what became of it. */
export interface Place {
  /** The block's id, as the attribute says it. */
  id: string;
  /** `far` until it comes near; `elsewhere` when other places stand for it; `gone` when the page took it away until it asks again. */
  state: 'far' | 'asked' | 'filled' | 'empty' | 'elsewhere' | 'failed' | 'gone';
  /** Ids of the ads in it. */
  ads: number[];
  /** The name of its template, once it was answered. */
  template?: string;
  /** Why there is nothing in it, in words. */
  why?: string;
  /** How often it was asked for in vain. */
  failures: number;
  /** What happened here. */
  log: Happening[];
  /** Cards that were not seen yet, with their tokens, the page that they were drawn on, and their ads. */
  unseen: Map<Element, [token: string, page: string, ad: number]>;
  /** What is asked beside its ads. */
  more?: {
    /** How often it asked for other ads while it was in view. */
    refresh?: number;
    /** That it stands where its block's placement wants it. */
    placed?: boolean;
  };
  /** After how many seconds in view it asks for others, if it does. */
  refreshAfter?: number;
  /** Takes out what was put into the place itself (the webmaster's own HTML or page), or the places that stand for it. */
  undo?: () => void;
}

/** A script of a network on this page. */
export interface Host {
  /** The network's origin. */
  origin: string;
  /** The elements that are on the page now. */
  live: Set<HTMLElement>;
  /** What is a place. */
  selector: string;
  /** What was said in the console. */
  told: Set<string>;
  /** Says something in the console, once. */
  tell(text: string): void;
  /** What became of an element. */
  placeOf(element: Element): Place | undefined;
  /** Asks for a place now, near or not; what is drawn stays until the answer. */
  ask(element: HTMLElement): void;
  /** Asks for a place as soon as it is near. */
  askNear(element: HTMLElement): void;
  /** Takes out what is in a place, until it is asked for. */
  drop(element: HTMLElement): Place;
  /** Keeps what happened in a place, and tells whoever on the page wants to know. */
  happen(type: Kind, element: HTMLElement, place: Place, ad?: number): void;
  /** The page around, also for a script in a frame of it. */
  pageAddress(): string;
  /** Loads a file of the script. */
  load<T extends Named>(name: string): Promise<T>;
}

/** What several scripts on a page share: `window.placard`. */
export interface Shared {
  hosts?: Host[];
  /** Who hears of what happens. */
  ears?: Set<(happening: Happening) => void>;
  /** What the page wants done, before the script came and after. */
  cmd?: { push(...steps: Step[]): void };
  debug?: Api['debug'];
}

/** A step that the page wants done. */
export type Step = (placard: Api) => void;

/** Which places: an element or several (with all places inside), a selector, a block's number, or all. */
export type Target = Element | Iterable<Element> | string | number | null | undefined;

/** What pages call. */
export interface Api {
  /** Asks for ads for places that have none. */
  load(target?: Target): void;
  /** Asks for other ads; those that are there stay until the answer. */
  reload(target?: Target): void;
  /** Takes ads out of places, which stay empty until they are loaded. */
  destroy(target?: Target): void;
  /** Calls a function for what happens, and for what happened to places that are on the page; answers what ends that. */
  on(type: Kind, handler: (happening: Happening) => void): () => void;
  /** Shows what became of each place. */
  debug(on?: boolean): void;
  /** Leads to the page that ends this browser's notifications; calls a function where it has none. */
  unsubscribe(none?: () => void): void;
}

/** What a page's consent managers say. */
export interface Consent {
  /** The transparency and consent string, where there is one. */
  tcf?: string;
  /** The visitor's id, where the visitor's machine may be written to. */
  visitor?: string;
}

/** The file for pages with a consent manager. */
export interface ConsentFile {
  name: 'consent';
  /** What the visitor allows now. */
  read(): Promise<Consent>;
}

/** The file for places that get no ads. */
export interface EmptyFile {
  name: 'empty';
  /** Leaves a place without new ads, with the webmaster's own HTML or page if there is any. */
  leave(host: Host, element: HTMLElement, place: Place, block: ServedBlock): void;
  /** Says what went wrong with a place, and asks again where that may help. */
  fail(host: Host, element: HTMLElement, place: Place, error: unknown): void;
  /** Takes a place away at once. */
  hide(element: HTMLElement): void;
  /** Asks for other ads on a page that is shown again as it was, long after. */
  back(host: Host): void;
  /** Posts a text past a `fetch` of the page's own that fails. */
  post(url: string, text: string): Promise<AdsAnswer>;
}

/** A file for blocks whose ads stand elsewhere than their code. */
export interface PlacementFile {
  name: 'article' | 'sticky';
  /** Makes the places of a block and has them ask for ads. */
  leave(host: Host, element: HTMLElement, place: Place, block: ServedBlock): void;
}

/** How a site asks for notifications, as the network tells it. */
export interface OptInSettings extends QuestionLook {
  block: number;
  /** The public key to subscribe with, base64url. */
  key: string;
  /** Where the site's worker file lies. */
  worker: string;
  scope: string;
  /** 1: with its own question first; 2: the browser at once, where that is allowed. */
  kind: number;
  delay_s: number;
  ask_page: number;
  ask_days: number;
  questions: QuestionText[];
  /** Path of the picture beside them, where there is one. */
  picture?: string;
}

/** The file for push blocks. */
export interface OptInFile {
  name: 'opt-in';
  /** Asks for notifications where and when that may be. */
  leave(host: Host, element: HTMLElement, place: Place, block: ServedBlock): void;
}

/** The file for a site's own question. */
export interface AskFile {
  name: 'ask';
  /** Asks, beside whatever dialog the page has; answers whether notifications are wanted. */
  ask(settings: OptInSettings, text: QuestionText, isBusy: () => boolean): Promise<boolean>;
}

/** The file for blocks that ask for other ads while they are in view. */
export interface RefreshFile {
  name: 'refresh';
  /** Asks for other ads once a place was in view for as long as its block says. */
  watch(host: Host, element: HTMLElement, place: Place): void;
}

/** The file of the page's interface. */
export interface ApiFile {
  name: 'api';
  run(shared: Shared, steps: Step[]): void;
}

/** The file of the debug mode. */
export interface Debug {
  name: 'debug';
  show(shared: Shared, isOn: boolean): void;
}
