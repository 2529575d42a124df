/** The places of a page: filled, changed, empty, failed, refused. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardsOf, HostPage } from './page';

let page: HostPage;

beforeEach(() => {
  page = new HostPage();
});

afterEach(() => page.end());

describe('places', () => {
  test('are asked for with what the script says the page is about', async () => {
    await page.load(undefined, { category: 'IAB17', keywords: 'running shoes, "marathon"' });
    await page.approach(await page.place(1));
    expect(page.calls('/d/ads')[0].about).toEqual({ category: 'IAB17', keywords: 'running shoes, "marathon"' });
  });

  test('are asked for with what the script says then, in applications of one page', async () => {
    await page.load(undefined, { keywords: 'shoes' });
    const script = document.currentScript as HTMLScriptElement;
    await page.filled(1);
    script.dataset.keywords = 'tents';
    await page.filled(2);
    expect(page.calls('/d/ads').map(({ about }) => about)).toEqual([{ keywords: 'shoes' }, { keywords: 'tents' }]);
  });

  test('are asked for with what the visitor lets the page do with notifications', async () => {
    vi.stubGlobal('Notification', { permission: 'granted' });
    await page.load();
    await page.approach(await page.place(1));
    expect(page.calls('/d/ads')[0].push).toBe('granted');
    vi.unstubAllGlobals();
  });

  test('that come near together are asked for in one request', async () => {
    await page.load();
    const places = [await page.place(1), await page.place(2), await page.place(3)];
    await page.approach(...places);
    expect(page.calls('/d/ads').map((body) => body.blocks)).toEqual([[{ id: 1 }, { id: 2 }, { id: 3 }]]);
    expect(page.calls('/d/show').map((body) => body.tokens)).toEqual([['token-1', 'token-2', 'token-3']]);
  });

  test('whose attribute changes are filled anew, without what was there', async () => {
    await page.load();
    const place = await page.filled(1);
    place.setAttribute('data-placard', '7');
    await page.settle();
    expect(cardsOf(place)).toHaveLength(0);
    await page.approach(place);
    expect(page.calls('/d/ads').map((body) => body.blocks[0].id)).toEqual([1, 7]);
    expect(cardsOf(place)[0]?.textContent).toContain('Ad 2');
    place.removeAttribute('data-placard');
    await page.settle();
    expect(cardsOf(place)).toHaveLength(0);
  });

  test('that were filled and stand for an empty block now show what is in them, or nothing', async () => {
    await page.load();
    const place = await page.filled(1);
    page.answer = ({ body }) => ({
      blocks: [
        { ...page.block(body.blocks[0].id), ads: [], passback_html: body.blocks[0].id === 7 ? '<b>own</b>' : null },
      ],
      why_url: '',
    });
    place.setAttribute('data-placard', '7');
    await page.settle();
    await page.approach(place);
    expect(place.textContent).toContain('own');
    expect(place.shadowRoot?.querySelector('slot')).not.toBeNull();
    place.setAttribute('data-placard', '8');
    await page.settle();
    await page.approach(place);
    expect(place.textContent).not.toContain('own');
    page.see([place], 0);
    expect(place.style.display).toBe('none');
  });

  test('that are gone before their answer are not drawn and not counted', async () => {
    await page.load();
    const place = await page.place(1);
    page.answer = ({ body }) => {
      place.remove();
      return { blocks: [page.block(body.blocks[0].id)], why_url: '' };
    };
    await page.approach(place);
    expect(place.shadowRoot).toBeNull();
    expect(page.calls('/d/show')).toEqual([]);
  });

  test("that stand for another block before their answer do not get the webmaster's HTML of the first", async () => {
    await page.load();
    const place = await page.place(1);
    page.answer = ({ body }) => {
      if (body.blocks[0].id === 1) {
        place.setAttribute('data-placard', '2');
      }
      return { blocks: [{ ...page.block(1, 0), passback_html: `<i>${body.blocks[0].id}</i>` }], why_url: '' };
    };
    page.see([place], 1);
    await page.settle(35);
    await page.settle(35);
    await page.approach(place);
    expect(place.textContent).toBe('2');
    place.style.display = 'flex';
    place.setAttribute('data-placard', '3');
    await page.settle();
    await page.approach(place);
    expect(place.textContent).toBe('3');
    expect(place.style.display).toBe('flex');
  });

  test('keep an empty one while it is seen, and collapse it out of view', async () => {
    await page.load();
    page.answer = ({ body }) => ({
      blocks: body.blocks.map(({ id }: { id: number }) => page.block(id, 0)),
      why_url: '',
    });
    const place = await page.filled(5);
    page.see([place], 1);
    expect(place.style.display).toBe('');
    page.see([place], 0);
    expect(place.style.display).toBe('none');
  });

  test('keep ads that a refresh does not replace, and ask again the next time, also after failures', async () => {
    await page.load();
    const refreshes = () => page.calls('/d/ads').map(({ blocks }) => blocks[0].refresh);
    const blockOf = (ads: number) => ({ ...page.block(5, ads), refresh_s: 30 });
    page.answer = () => ({ blocks: [blockOf(1)], why_url: '' });
    const place = await page.filled(5);
    const [first] = cardsOf(place);
    const pass = async (seconds: number) => {
      page.see([place], 1);
      await page.settle(seconds * 1000);
    };
    page.answer = () => ({ blocks: [blockOf(0)], why_url: '' });
    await pass(31);
    expect(refreshes()).toEqual([undefined, 1]);
    // It fails, twice again, and is left until the next time.
    page.answer = () => ({ status: 503, title: 'Busy' });
    await pass(31);
    await pass(11);
    await pass(61);
    await pass(1);
    expect([refreshes(), cardsOf(place)]).toEqual([[undefined, 1, 2, 2, 2], [first]]);
    page.answer = () => ({ blocks: [blockOf(1)], why_url: '' });
    await pass(31);
    expect(refreshes().slice(5)).toEqual([3]);
    expect(cardsOf(place)[0]).not.toBe(first);
    // A block that refreshes no more says so.
    page.answer = () => ({ blocks: [page.block(5, 0)], why_url: '' });
    await pass(31);
    await pass(61);
    expect(refreshes().slice(6)).toEqual([4]);
  });

  test('that were empty, taken out and put back are asked for anew', async () => {
    await page.load();
    const { answer } = page;
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 0)], why_url: '' });
    const place = await page.filled(5);
    page.see([place], 0);
    expect(place.style.display).toBe('none');
    place.remove();
    await page.settle();
    page.answer = answer;
    document.body.append(place);
    await page.settle();
    await page.approach(place);
    expect(cardsOf(place)).toHaveLength(1);
    expect(place.style.display).toBe('');
  });

  test('above the viewport keep their height where the browser would let the page jump', async () => {
    await page.load();
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 0)], why_url: '' });
    const place = await page.filled(5);
    const computed = vi.spyOn(window, 'getComputedStyle');
    computed.mockReturnValue({} as CSSStyleDeclaration);
    page.see([place], 0, undefined, -3000);
    expect(place.style.display).toBe('');
    computed.mockReturnValue({ overflowAnchor: 'auto' } as CSSStyleDeclaration);
    page.see([place], 0, undefined, -3000);
    expect(place.style.display).toBe('none');
  });

  test('that failed are asked for twice more, and then left empty', async () => {
    await page.load();
    const { answer } = page;
    page.answer = () => ({ status: 503, title: 'Not now' });
    const place = await page.filled(1);
    const heard: string[] = [];
    page.placard.cmd.push(({ on }) => on('empty', ({ why }) => heard.push(`${why}`)));
    await page.settle(10_000);
    await page.approach(place);
    expect([page.calls('/d/ads').length, heard]).toEqual([2, []]);
    await page.settle(60_000);
    await page.approach(place);
    expect([page.calls('/d/ads').length, heard]).toEqual([3, ['places are empty: Not now']]);
    await page.settle(600_000);
    expect(page.isWatched(place)).toBe(true);
    page.see([place], 0);
    expect(place.style.display).toBe('none');
    page.answer = answer;
    page.placard.cmd.push(({ load }) => load(place));
    await page.settle();
    expect([cardsOf(place).length, place.style.display]).toEqual([1, '']);
    expect(page.told).toEqual(['ads.example: places are empty: Not now']);
  });

  test('that cannot hold ads, or whose template does not come, say so once', async () => {
    await page.load();
    const ins = document.body.appendChild(document.createElement('ins'));
    ins.setAttribute('data-placard', '3');
    // What browsers do and jsdom does not: no shadow root for this element.
    ins.attachShadow = () => {
      throw new DOMException('This element does not support attachShadow', 'NotSupportedError');
    };
    await page.settle();
    await page.approach(ins);
    page.blocked.add('text-icon');
    page.answer = ({ body }) => ({
      blocks: body.blocks.map(({ id }: { id: number }) => ({ ...page.block(id), template: 'text-icon' })),
      why_url: '',
    });
    await page.approach(await page.place(4), await page.place(5));
    expect(page.told).toEqual([
      'ads.example: block 3: <ins> can hold no ads, use a <div>.',
      'ads.example: https://ads.example/p.text-icon.js did not load: is it blocked?',
    ]);
    expect(page.calls('/d/show')).toEqual([]);
  });

  test('whose last card is closed give back the height that the page keeps for them', async () => {
    await page.load();
    page.answer = ({ body }) => ({
      blocks: body.blocks.map(({ id }: { id: number }) => ({ ...page.block(id, 2), template: 'push' })),
      why_url: '',
    });
    const place = await page.filled(1);
    const closed: number[][] = [];
    page.placard.cmd.push(({ on }) => on('close', ({ ads }) => closed.push(ads)));
    await page.settle();
    const close = () => place.shadowRoot?.querySelector<HTMLButtonElement>('.close')?.click();
    close();
    // Told at once: no file has to come for that.
    expect(closed).toEqual([[1]]);
    await page.settle();
    expect([cardsOf(place).length, place.style.display]).toEqual([1, '']);
    close();
    expect(closed).toEqual([[1], [2]]);
    await page.settle();
    expect(place.style.display).toBe('none');
  });

  test('say once and in words why they are empty', async () => {
    await page.load();
    const empty = 'this page is on a.test, the block belongs to b.test';
    page.answer = ({ body }) => ({ blocks: [{ ...page.block(body.blocks[0].id, 0), empty }], why_url: '' });
    await page.filled(5);
    await page.filled(5);
    await page.place('banner');
    expect(page.told).toEqual([
      `ads.example: block 5 is empty: ${empty}.`,
      'ads.example: data-placard="banner" is no block\'s number.',
    ]);
  });

  test('say what the network refused, and that it could not be reached', async () => {
    await page.load();
    page.answer = () => ({ status: 429, title: 'Too many requests', detail: 'Wait a minute.' });
    await page.filled(1);
    page.answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await page.filled(2);
    expect(page.told[0]).toBe('ads.example: places are empty: Wait a minute.');
    expect(page.told[1]).toContain('Content Security Policy');
  });
});
