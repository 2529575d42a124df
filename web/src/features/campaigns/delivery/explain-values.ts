/** A request as it is described, and as it is asked about. Pure. */
import type { ExplainForm } from '~/api/sdk';
import { Browser, DeviceType } from '~/api/words';
import { given, wordOf } from '~/lib/list';

/** What is typed of it, as it is called. */
export const TYPED = [
  ['ip', 'Address'],
  ['host', 'Host of the page'],
  ['page_category', 'Category of the page'],
  ['page_keywords', 'Keywords of the page'],
] as const;

/** What is chosen of it. */
export type Chosen = 'country' | 'device_type' | 'os' | 'browser' | 'language' | 'traffic_source_id';

/** A request: what is left open is not known of it. */
type Described = Record<(typeof TYPED)[number][0], string> &
  Record<Chosen, string | null> &
  Record<'block_id' | 'isp', string | number>;

/** One of which nothing is known. */
export const NOTHING: Described = {
  block_id: '',
  host: '',
  country: null,
  isp: '',
  ip: '',
  device_type: null,
  os: null,
  browser: null,
  language: null,
  traffic_source_id: null,
  page_category: '',
  page_keywords: '',
};

const numberOf = (typed: string | number | null): number | undefined =>
  Number(typed) >= 1 ? Number(typed) : undefined;
const textOf = (typed: string): string | undefined => typed.trim() || undefined;

/** What is wrong with its fields. */
export const CHECKS = {
  block_id: (typed: string | number) => (numberOf(typed) === undefined ? 'The number of a block is needed.' : null),
};

/** What is asked. */
export const bodyOf = (told: Described): ExplainForm =>
  given({
    block_id: numberOf(told.block_id),
    host: textOf(told.host),
    country: told.country ?? undefined,
    isp: numberOf(told.isp),
    ip: textOf(told.ip),
    device_type: wordOf(DeviceType, Number(told.device_type)),
    os: told.os === null ? undefined : (Number(told.os) as ExplainForm['os'] & number),
    browser: wordOf(Browser, Number(told.browser)),
    language: told.language ?? undefined,
    traffic_source_id: numberOf(told.traffic_source_id),
    page_category: textOf(told.page_category),
    page_keywords: textOf(told.page_keywords),
  });
