/** Settings of a block that differ from its template's own. */
export type Settings = Record<string, string | number | boolean>;

/** A block as the network would answer it. */
export interface FakeBlock {
  template: string;
  config?: Settings;
  ads: number;
  /** What an ad has beside the rest. */
  ad?: Record<string, string | null>;
  /** Why there is none. */
  why?: string;
  /** The webmaster's own HTML. */
  passback?: string;
  /** What the answer has beside the rest. */
  answer?: Record<string, string | number>;
  /** Where its ads stand, if not where the code is: what is answered until a place is asked for as one that stands there. */
  placement?: { placement: 'article' | 'sticky'; paragraphs?: number };
}

/** Reports that the script sent, and clicks: kinds with their tokens. */
export type Reports = { kind: string; tokens: string[] }[];

/** A request for ads. */
export interface Asked {
  page: string;
  visitor?: string;
  blocks: { id: number }[];
  on_page: number[];
}

/** What a network answers to one request. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function network(
  blocks: Record<number, FakeBlock>,
  names?: Record<string, string>,
): { answer(pathname: string, body: string): Promise<Answer>; reports: Reports; asked: Asked[] };

/** A page of the site: its HTML, with headers. */
export type SitePage = string | { html: string; headers: Record<string, string> };

/** A site and a network that are served. */
export interface Served {
  site: string;
  network: string;
  asked: Asked[];
  reports: Reports;
  close(): void;
}

export function serve(what: {
  blocks: Record<number, FakeBlock>;
  pages: Record<string, SitePage>;
  names?: Record<string, string>;
}): Promise<Served>;

export function page(body: string, head?: string): string;
