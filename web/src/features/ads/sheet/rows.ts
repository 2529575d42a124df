/** Ads as rows of the sheet, and back: what is wrong with them, what is sent. Pure. */
import type { Ad, AdRow, RefusedRow } from '~/api/sdk';
import { AdStatus, BID_MODE_LABELS } from '~/api/words';
import { amountProblem, amountText, readAmount } from '~/lib/amount';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import { descriptionMax, landingHost, titleRange } from '../ad-values';
import { type Cells, type Column, changedIn, isChanged, isOpen, type Sheet, type SheetRow } from './model';

/** What the checks need to know. */
export interface SheetTerms {
  unit: CurrencyUnit;
  decimals: number;
  minimum: number;
}

/** Statuses that its owner chooses between, as they stand in cells. */
export const WISHES = { started: 'Launched', stopped: 'Stopped' } as const;

const nameOf = (url: string | undefined) => url?.match(/\/m\/([0-9a-f]{64})/)?.[1] ?? '';

/** The pictures of an ad as a cell holds them: their names, the square one first. */
function pictureText({ media_contents: media }: Pick<Ad, 'media_contents'>): string {
  const name = (kind: string) => nameOf(media.find((one) => one.kind === kind)?.url);
  const names = [name('square'), name('horizontal')];
  return names.some(Boolean) ? names.join('/') : '';
}

/** The names of a cell's pictures; null where it does not hold any. */
export function pictureNames(text: string): { square: string; horizontal: string } | null {
  const [, square, horizontal] = /^([0-9a-f]{64})\/([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return square && horizontal ? { square, horizontal } : null;
}

/** The address of a cell's picture, for its thumbnail. */
export function pictureUrl(text: string): string | null {
  const name = /[0-9a-f]{64}/.exec(text)?.[0];
  return name ? `/m/${name}.webp` : null;
}

/** Why an ad cannot be edited now; null when it can. */
function lockOf({ status_id: status }: Ad): string | null {
  if (status === AdStatus.InModeration) return 'A moderator has it open.';
  return status === AdStatus.Archived ? 'It is archived. Restore it first.' : null;
}

/** Whether its owner's wish has an effect: only of approved ads. A draft is sent from its form or its row. */
export const hasWish = ({ status_id: status, is_draft: isDraft }: Ad): boolean =>
  !isDraft &&
  (status === AdStatus.Launched ||
    status === AdStatus.Stopped ||
    status === AdStatus.OutOfBudget ||
    status === AdStatus.TimePaused);

const wishText = (ad: Ad) => (ad.status_id === AdStatus.Stopped ? WISHES.stopped : WISHES.started);

/** An ad as a row. */
export const rowOf =
  ({ unit, decimals }: SheetTerms) =>
  (ad: Ad): SheetRow => {
    const bid = ad.bids.length > 0 ? null : (ad.one_bid_for_all_geo ?? null);
    const base: Cells = {
      picture: pictureText(ad),
      title: ad.title,
      short_description: ad.short_description,
      original_url: ad.original_url,
      bid: bid === null ? '' : amountText(bid, unit, decimals),
      status: hasWish(ad) ? wishText(ad) : '',
    };
    const row: SheetRow = { ad, base, cells: base, locked: lockOf(ad) };
    if (ad.bid_mode === 'by_hand') return row;
    return { ...row, fixed: { bid: `${BID_MODE_LABELS[ad.bid_mode]}. Set it to “${BID_MODE_LABELS.by_hand}” first.` } };
  };

/** A sheet of ads. */
export const sheetOf = (ads: readonly Ad[], terms: SheetTerms): Sheet => ({
  rows: ads.map(rowOf(terms)),
  past: [],
  future: [],
});

const lengthOf = (text: string) => [...text.trim()].length;

/** What is wrong with a changed cell, as a short sentence; null when nothing is. */
export function problemOf(row: SheetRow, column: Column, { unit, decimals, minimum }: SheetTerms): string | null {
  if (!isChanged(row, column)) return null;
  // It could be changed when it was typed into.
  const closed = row.locked ?? row.fixed?.[column];
  if (closed !== undefined) return closed;
  const text = row.cells[column].trim();
  const formats = row.ad.supported_block_format_types;
  switch (column) {
    case 'title': {
      const { min, max } = titleRange(formats);
      const length = lengthOf(text);
      if (length < min) return `${length} of ${min} to ${max}: ${min - length} too few`;
      return length > max ? `${length} of ${min} to ${max}: ${length - max} too many` : null;
    }
    case 'short_description': {
      const max = descriptionMax(formats);
      const length = lengthOf(text);
      return length > max ? `${length} of ${max}: ${length - max} too many` : null;
    }
    case 'original_url':
      return landingHost(text) ? null : 'Begins with https:// and has no blanks';
    case 'bid': {
      if (text === '') return 'A bid is needed';
      const amount = readAmount(text, unit, decimals);
      const problem = amountProblem(amount, unit, decimals);
      if (problem !== null) return problem;
      return Number(amount) < minimum ? `At least ${formatPrice(minimum, unit)}` : null;
    }
    case 'picture':
      return pictureNames(text) ? null : 'Choose a file, or copy a picture of this sheet';
    case 'status':
      if (!hasWish(row.ad)) return 'Not approved yet';
      return Object.values<string>(WISHES).includes(text) ? null : `${WISHES.started} or ${WISHES.stopped}`;
  }
}

/** What the server said of a row, by column; `row` for what stands at no column. */
export type Told = Partial<Record<Column | 'row', string>>;

const FIELDS: Readonly<Record<string, Column>> = {
  title: 'title',
  short_description: 'short_description',
  original_url: 'original_url',
  one_bid_for_all_geo: 'bid',
  picture_square: 'picture',
  picture_horizontal: 'picture',
  media_content_file_square: 'picture',
  media_content_file_horizontal: 'picture',
  status_id: 'status',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a refusal says, by column. */
export function toldOf({ detail, errors, current_version: current }: RefusedRow): Told {
  if (current !== null && current !== undefined) {
    return { row: 'It was changed elsewhere meanwhile. What you typed is kept: look at it, then save again.' };
  }
  const told: Told = {};
  for (const [field, messages] of Object.entries(errors)) {
    const column = FIELDS[field];
    const text = capital(messages.join('; '));
    if (column) told[column] = text;
    else told.row = [told.row, `${field}: ${text}`].filter(Boolean).join(' ');
  }
  return Object.keys(told).length > 0 ? told : { row: capital(detail) };
}

/** The changes of a row, as the call takes them. */
export function bodyOf(row: SheetRow, { unit, decimals }: SheetTerms): AdRow {
  const changed = changedIn(row);
  const has = (column: Column) => changed.includes(column);
  const { cells, ad } = row;
  const pictures = has('picture') ? pictureNames(cells.picture) : null;
  return {
    id: ad.id,
    version: ad.version,
    ...(has('title') ? { title: cells.title.trim() } : {}),
    ...(has('short_description') ? { short_description: cells.short_description.trim() } : {}),
    ...(has('original_url') ? { original_url: cells.original_url.trim() } : {}),
    ...(has('bid')
      ? {
          one_bid_for_all_geo: Number(readAmount(cells.bid, unit, decimals)),
          ...(ad.bids.length > 0 ? { replace_country_bids: true } : {}),
        }
      : {}),
    ...(pictures ? { picture_square: pictures.square, picture_horizontal: pictures.horizontal } : {}),
    ...(has('status')
      ? { status_id: cells.status.trim() === WISHES.started ? AdStatus.Launched : AdStatus.Stopped }
      : {}),
  };
}

/** The way back of rows that were saved. */
export interface WayBack {
  /** What can go back, as rows to save. */
  rows: SheetRow[];
  /** Ads of which something cannot. */
  left: number[];
}

/**
 * The way back of rows that were saved: the ads as they were answered, with what stood there before in the cells that were
 * changed. A status goes back where the ad still has one to choose, a picture where there was one, a bid where it was one.
 */
export function backOf(sent: readonly SheetRow[], ads: readonly Ad[], terms: SheetTerms): WayBack {
  const before = new Map(sent.map((row) => [row.ad.id, row]));
  const back: WayBack = { rows: [], left: [] };
  for (const ad of ads) {
    const row = before.get(ad.id);
    if (!row) continue;
    const fresh = rowOf(terms)(ad);
    const goes = (column: Column) => {
      if (!isOpen(fresh, column)) return false;
      return column === 'status' ? hasWish(ad) : (column !== 'picture' && column !== 'bid') || row.base[column] !== '';
    };
    // Bids by country come back by a call of their own.
    const isElsewhere = (column: Column) => column === 'bid' && row.ad.bids.length > 0;
    const changed = changedIn(row);
    if (changed.some((column) => !goes(column) && !isElsewhere(column))) back.left.push(ad.id);
    const cells = Object.fromEntries(changed.filter(goes).map((name) => [name, row.base[name]]));
    const one = { ...fresh, cells: { ...fresh.cells, ...cells } };
    if (changedIn(one).length > 0) back.rows.push(one);
  }
  return back;
}

/** Of rows that were saved, how many ads ran before, or could, and wait for a moderator now. */
export function waitingAgain(sent: readonly SheetRow[], now: readonly Ad[]): number {
  const ran = new Set(sent.filter(({ ad }) => hasWish(ad)).map(({ ad }) => ad.id));
  const isWaiting = ({ id, status_id: status }: Ad) =>
    ran.has(id) && (status === AdStatus.Waiting || status === AdStatus.InModeration || status === AdStatus.Processed);
  return now.filter(isWaiting).length;
}

/** Of rows that were saved, those whose one bid stands in place of bids by country: these come back by a call of their own. */
export const countryBidsOf = (sent: readonly SheetRow[], ads: readonly Ad[]): SheetRow[] =>
  sent.filter((row) => row.ad.bids.length > 0 && isChanged(row, 'bid') && ads.some(({ id }) => id === row.ad.id));

/** Columns whose change sends an approved ad to a moderator again. */
const READ_AGAIN: readonly Column[] = ['picture', 'title', 'short_description', 'original_url'];

/** What is told of a cell that both have changed. */
export const CHOOSE = 'Changed elsewhere too: choose';

/** What saving would do. */
export interface Summary {
  cells: number;
  ads: number;
  /** Cells with a mistake: their rows are not saved. */
  wrong: { row: number; column: Column; text: string }[];
  /** Rows that are saved. */
  ready: readonly SheetRow[];
  /** Of these, how many go back to moderation. */
  again: number;
}

/** What stands in the sheet that is not saved. */
export function summaryOf(sheet: Sheet, terms: SheetTerms, told: ReadonlyMap<number, Told>): Summary {
  const summary: Summary = { cells: 0, ads: 0, wrong: [], ready: [], again: 0 };
  const ready: SheetRow[] = [];
  sheet.rows.forEach((row, at) => {
    const changed = changedIn(row);
    if (changed.length === 0) return;
    summary.cells += changed.length;
    summary.ads += 1;
    const wrong = changed.flatMap((column) => {
      const isAsked = row.theirs?.[column] !== undefined;
      const text = problemOf(row, column, terms) ?? told.get(row.ad.id)?.[column] ?? (isAsked ? CHOOSE : undefined);
      return text ? [{ row: at, column, text }] : [];
    });
    summary.wrong.push(...wrong);
    if (wrong.length > 0) return;
    ready.push(row);
    if (changed.some((column) => READ_AGAIN.includes(column))) summary.again += 1;
  });
  return { ...summary, ready };
}

/** How all bids are changed. */
export type BidStep = { kind: 'set' | 'percent'; value: number };

/** Another bid, in dollars, rounded to the decimals of bids. */
export function steppedBid(bid: number, { kind, value }: BidStep, decimals: number): number {
  const next = kind === 'set' ? value : bid * (1 + value / 100);
  const factor = 10 ** decimals;
  return Math.round(next * factor) / factor;
}
