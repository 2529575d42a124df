/** What the script knows and tells of the ads that it shows: which stand, which were seen. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardsOf, HostPage } from './page';

let page: HostPage;

beforeEach(() => {
  page = new HostPage();
});

afterEach(() => page.end());

describe('ads that were shown', () => {
  test('are told while they stand, and forgotten with their place', async () => {
    await page.load();
    const first = await page.filled();
    await page.filled(2);
    expect(page.calls('/d/ads')[1].on_page).toEqual([1]);
    first.remove();
    await page.settle();
    await page.filled(3);
    expect(page.calls('/d/ads')[2].on_page).toEqual([2]);
  });

  test('may come again many screens further down, and are never more than the server takes', async () => {
    await page.load();
    const far = await page.filled();
    vi.spyOn(far, 'getBoundingClientRect').mockReturnValue({ top: -90_000, bottom: -89_000 } as DOMRect);
    await page.filled(2);
    expect(page.calls('/d/ads')[1].on_page).toEqual([]);
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 150)], why_url: '' });
    await page.filled(3);
    await page.filled(4);
    await page.filled(5);
    expect(page.calls('/d/ads').at(-1).on_page).toHaveLength(200);
    // The newest stay: the first 101 of those that stand fell out.
    expect(page.calls('/d/ads').at(-1).on_page[0]).toBe(103);
  });

  test('wait for the answer before, so that two requests do not bring the same', async () => {
    await page.load();
    const [one, two] = [await page.place(1), await page.place(2)];
    page.see([one], 1);
    await page.settle(40);
    page.see([two], 1);
    await page.settle();
    expect(page.calls('/d/ads').map((body) => body.on_page)).toEqual([[], [1]]);
  });
});

describe('views', () => {
  test('of cards that are seen together are one request', async () => {
    page.answer = ({ body }) => ({
      blocks: body.blocks.map(({ id }: { id: number }) => page.block(id, 2)),
      why_url: '',
    });
    await page.load();
    const places = [await page.place(1), await page.place(2)];
    await page.approach(...places);
    page.see(places.flatMap(cardsOf), 0.5);
    await page.settle(1200);
    expect(page.calls('/d/view').map((body) => body.tokens)).toEqual([['token-1', 'token-2', 'token-3', 'token-4']]);
  });

  test('that wait when the page is left go out then', async () => {
    await page.load();
    const place = await page.filled();
    page.see(cardsOf(place), 1);
    await page.settle(1001);
    window.dispatchEvent(new Event('pagehide'));
    expect(page.calls('/d/view')).toHaveLength(1);
  });

  test('need a card that is still there, and go on when it is put back', async () => {
    await page.load();
    const place = await page.filled();
    const [card] = cardsOf(place);
    page.see([card as Element], 1);
    place.remove();
    await page.settle(2000);
    expect(page.calls('/d/view')).toEqual([]);
    expect(page.isWatched(card as Element)).toBe(false);
    document.body.append(place);
    await page.settle();
    page.see([card as Element], 1);
    await page.settle(2000);
    expect(page.calls('/d/view')).toHaveLength(1);
    expect(page.calls('/d/ads')).toHaveLength(1);
  });

  test('inside a frame of another origin do without the focus that only a click gives', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await page.load();
    const here = await page.filled();
    page.see(cardsOf(here), 1);
    await page.settle(2000);
    expect(page.calls('/d/view')).toEqual([]);
    const foreign = Object.defineProperty({}, 'document', {
      get: () => {
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
    });
    vi.stubGlobal('top', foreign);
    page.see(cardsOf(here), 0);
    page.see(cardsOf(here), 1);
    await page.settle(2000);
    expect(page.calls('/d/view')).toHaveLength(1);
  });
});
