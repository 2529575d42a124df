/** The script on pages of others: applications of one page, endless pages, frames, two networks, consent of every kind. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardsOf, HostPage } from './page';

let page: HostPage;

beforeEach(() => {
  page = new HostPage();
});

afterEach(() => page.end());

const filled = async (block = 1) => {
  const place = await page.place(block);
  await page.approach(place);
  return place;
};

describe('ads that were shown', () => {
  test('are told while they stand, and forgotten with their place', async () => {
    await page.load();
    const first = await filled();
    await filled(2);
    expect(page.calls('/d/ads')[1].on_page).toEqual([1]);
    first.remove();
    await page.settle();
    await filled(3);
    expect(page.calls('/d/ads')[2].on_page).toEqual([2]);
  });

  test('may come again many screens further down, and are never more than the server takes', async () => {
    await page.load();
    const far = await filled();
    vi.spyOn(far, 'getBoundingClientRect').mockReturnValue({ top: -90_000, bottom: -89_000 } as DOMRect);
    await filled(2);
    expect(page.calls('/d/ads')[1].on_page).toEqual([]);
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 150)], why_url: '' });
    await filled(3);
    await filled(4);
    await filled(5);
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

describe('places', () => {
  test('that come near together are asked for in one request', async () => {
    await page.load();
    const places = [await page.place(1), await page.place(2), await page.place(3)];
    await page.approach(...places);
    expect(page.calls('/d/ads').map((body) => body.blocks)).toEqual([[{ id: 1 }, { id: 2 }, { id: 3 }]]);
    expect(page.calls('/d/show').map((body) => body.tokens)).toEqual([['token-1', 'token-2', 'token-3']]);
  });

  test('whose attribute changes are filled anew, without what was there', async () => {
    await page.load();
    const place = await filled(1);
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
    const place = await filled(1);
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
    const place = await filled(5);
    page.see([place], 1);
    expect(place.style.display).toBe('');
    page.see([place], 0);
    expect(place.style.display).toBe('none');
  });

  test('that were empty, taken out and put back are asked for anew', async () => {
    await page.load();
    const { answer } = page;
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 0)], why_url: '' });
    const place = await filled(5);
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
    const place = await filled(5);
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
    const place = await filled(1);
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
      'ads.example: https://ads.example/p.text-icon.js did not load: is it blocked on this page?',
    ]);
    expect(page.calls('/d/show')).toEqual([]);
  });

  test('whose last card is closed give back the height that the page keeps for them', async () => {
    await page.load();
    page.answer = ({ body }) => ({
      blocks: body.blocks.map(({ id }: { id: number }) => ({ ...page.block(id, 2), template: 'push' })),
      why_url: '',
    });
    const place = await filled(1);
    const closed: number[][] = [];
    page.placard.cmd.push(({ on }) => on('close', ({ ads }) => closed.push(ads)));
    await page.settle();
    const close = () => place.shadowRoot?.querySelector<HTMLButtonElement>('.close')?.click();
    close();
    await page.settle();
    expect([cardsOf(place).length, place.style.display]).toEqual([1, '']);
    close();
    await page.settle();
    expect([closed, place.style.display]).toEqual([[[1], [2]], 'none']);
  });

  test('say once and in words why they are empty', async () => {
    await page.load();
    const empty = 'this page is on a.test, the block belongs to b.test';
    page.answer = ({ body }) => ({ blocks: [{ ...page.block(body.blocks[0].id, 0), empty }], why_url: '' });
    await filled(5);
    await filled(5);
    await page.place('banner');
    expect(page.told).toEqual([
      `ads.example: block 5 is empty: ${empty}.`,
      'ads.example: data-placard="banner" names no block: it is to be the block\'s number.',
    ]);
  });

  test('say what the network refused, and that it could not be reached', async () => {
    await page.load();
    page.answer = () => ({ status: 429, title: 'Too many requests', detail: 'Wait a minute.' });
    await filled(1);
    page.answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await filled(2);
    expect(page.told[0]).toBe('ads.example: places are empty: Wait a minute.');
    expect(page.told[1]).toContain('Content Security Policy');
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
    const place = await filled();
    page.see(cardsOf(place), 1);
    await page.settle(1001);
    window.dispatchEvent(new Event('pagehide'));
    expect(page.calls('/d/view')).toHaveLength(1);
  });

  test('need a card that is still there, and go on when it is put back', async () => {
    await page.load();
    const place = await filled();
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
    const here = await filled();
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

describe('copies of the script', () => {
  test('of one network ask once', async () => {
    await page.load();
    await page.load();
    await filled();
    expect(page.calls('/d/ads')).toHaveLength(1);
  });

  test('of an older edition keep its places', async () => {
    Object.defineProperty(window, 'placard@https://ads.example', { value: () => undefined, configurable: true });
    await page.load();
    const place = await page.place(1);
    expect(page.isWatched(place)).toBe(false);
  });

  test('of two networks each ask, and the one that has the block draws', async () => {
    const own = page.answer;
    page.answer = (asked) =>
      asked.url.includes('other.example')
        ? { blocks: [{ ...page.block(1, 0), empty: 'no such block' }], why_url: '' }
        : own(asked);
    await page.load('https://other.example');
    await page.load('https://ads.example');
    const place = await filled();
    page.see([place], 0);
    expect(page.asked.filter(({ url }) => url.endsWith('/d/ads')).map(({ url }) => url)).toHaveLength(2);
    expect(cardsOf(place)).toHaveLength(1);
    expect(place.style.display).toBe('');
  });

  test('of two networks do not draw over each other', async () => {
    await page.load('https://other.example');
    await page.load('https://ads.example');
    const place = await filled();
    expect(cardsOf(place)).toHaveLength(1);
    expect(page.calls('/d/show')).toHaveLength(1);
  });
});

describe('what the page calls', () => {
  test('waits for the script, hears what happened before, and of both networks', async () => {
    const heard: unknown[] = [];
    page.placard = {
      cmd: [
        ({ on }) => {
          on('fill', ({ type, block, ads }) => heard.push([type, block, ads]));
          throw new Error('of the page');
        },
        ({ on }) => on('view', ({ ads }) => heard.push(['view', ads])),
      ],
    };
    const before = await page.place(1);
    const thrown: unknown[] = [];
    vi.stubGlobal('onerror', null);
    const { setTimeout: later } = globalThis;
    vi.stubGlobal('setTimeout', (step: () => void, ms?: number) =>
      later(() => {
        try {
          step();
        } catch (error) {
          thrown.push(error);
        }
      }, ms),
    );
    await page.load();
    await page.approach(before);
    page.see(cardsOf(before), 1);
    await page.settle(1200);
    expect(thrown).toEqual([new Error('of the page')]);
    expect(heard).toEqual([
      ['fill', 1, [1]],
      ['view', [1]],
    ]);
    const late: unknown[] = [];
    page.placard.cmd.push(({ on }) => {
      const end = on('fill', ({ block }) => late.push(block));
      end();
    });
    await page.settle();
    await filled(2);
    expect(late).toEqual([1]);
    await page.load('https://other.example');
    const place = await page.place(3);
    await page.approach(place);
    expect(heard.slice(2)).toEqual([
      ['fill', 2, [2]],
      ['fill', 3, [3]],
    ]);
  });

  test('loads, reloads and destroys places', async () => {
    await page.load();
    const place = await page.place(1);
    page.placard.cmd.push(({ load }) => load(document.body));
    await page.settle();
    expect(cardsOf(place)[0]?.textContent).toContain('Ad 1');
    page.placard.cmd.push(({ load }) => load());
    await page.settle();
    expect(page.calls('/d/ads')).toHaveLength(1);
    page.placard.cmd.push(({ reload }) => reload(1));
    await page.settle(35);
    expect(cardsOf(place)[0]?.textContent).toContain('Ad');
    await page.settle();
    expect(cardsOf(place)[0]?.textContent).toContain('Ad 2');
    expect(page.calls('/d/ads')[1].on_page).toEqual([1]);
    page.answer = ({ body }) => ({ blocks: [page.block(body.blocks[0].id, 0)], why_url: '' });
    page.placard.cmd.push(({ reload }) => reload('body > div'));
    await page.settle();
    expect(cardsOf(place)[0]?.textContent).toContain('Ad 2');
    page.placard.cmd.push(({ destroy }) => destroy(place));
    await page.settle();
    place.remove();
    await page.settle();
    document.body.append(place);
    await page.settle();
    expect([cardsOf(place).length, page.isWatched(place)]).toEqual([0, false]);
    place.setAttribute('data-placard', '9');
    await page.settle();
    expect(page.isWatched(place)).toBe(true);
  });
});

describe('pages that are shown again as they were', () => {
  const back = async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await page.settle();
  };

  test('count nothing twice, and get other ads only long after', async () => {
    await page.load();
    const place = await filled();
    page.see(cardsOf(place), 1);
    await page.settle(1200);
    window.dispatchEvent(new Event('pagehide'));
    await back();
    page.see([place, ...cardsOf(place)], 1);
    await page.settle(1200);
    const counts = () => ['/d/ads', '/d/show', '/d/view'].map((path) => page.calls(path).length);
    expect(counts()).toEqual([1, 1, 1]);
    vi.setSystemTime(Date.now() + 700_000);
    await back();
    await page.approach(place);
    page.see(cardsOf(place), 1);
    await page.settle(1200);
    expect(counts()).toEqual([2, 2, 2]);
  });
});

describe('pages that change the language under the script', () => {
  test('by what they make of arrays and JSON', async () => {
    const own = page.answer;
    vi.stubGlobal('JSON', { parse: JSON.parse, stringify: () => 'nothing' });
    Object.defineProperty(Array.prototype, 'toJSON', { value: () => '[]', configurable: true });
    await page.load();
    page.answer = own;
    const place = await filled();
    Reflect.deleteProperty(Array.prototype, 'toJSON');
    expect(cardsOf(place)).toHaveLength(1);
    expect(page.calls('/d/ads')[0].page).toBe(location.href);
  });

  test('by a fetch of their own that fails', async () => {
    const { asked } = page;
    class Call {
      url = '';
      response: unknown;
      onload = () => undefined;
      open(_method: string, url: string) {
        this.url = url;
      }
      setRequestHeader() {
        return undefined;
      }
      send(body: string) {
        asked.push({ url: this.url, body: JSON.parse(body) });
        this.response = page.answer({ url: this.url, body: JSON.parse(body) });
        this.onload();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Call);
    vi.stubGlobal('fetch', () => 'not a promise');
    await page.load();
    expect(cardsOf(await filled())).toHaveLength(1);
  });
});

describe('consent', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what consent managers say
  type Says = (data: any) => void;
  const tcf = (first?: object) => {
    let say: Says = () => undefined;
    (window as unknown as Record<string, unknown>).__tcfapi = (
      _command: string,
      _version: number,
      listener: (data: object, ok: boolean) => void,
    ) => {
      say = (data) => listener(data, true);
      if (first) say(first);
    };
    return (data: object) => say(data);
  };
  const granted = { eventStatus: 'tcloaded', gdprApplies: true, tcString: 'YES', purpose: { consents: { 1: true } } };
  const denied = { eventStatus: 'useractioncomplete', gdprApplies: true, tcString: 'NO', purpose: { consents: {} } };
  const asks = () => page.calls('/d/ads').map(({ tcf: text, visitor }) => [text, visitor !== undefined]);

  test('none is none: nothing is stored', async () => {
    await page.load();
    await filled();
    expect(asks()).toEqual([[undefined, false]]);
    expect(localStorage).toHaveLength(0);
  });

  test('given at once allows an id', async () => {
    tcf(granted);
    await page.load();
    await filled();
    expect(asks()).toEqual([['YES', true]]);
  });

  test('that comes late holds from then on', async () => {
    const say = tcf();
    await page.load();
    await filled();
    say({ ...denied, eventStatus: 'cmpuishown' });
    await filled(2);
    say({ ...granted, eventStatus: 'useractioncomplete' });
    await filled(3);
    expect(asks()).toEqual([
      [undefined, false],
      [undefined, false],
      ['YES', true],
    ]);
  });

  test('of a manager that loads after the script is found', async () => {
    await page.load();
    await filled();
    tcf(granted);
    await filled(2);
    expect(asks().at(-1)).toEqual(['YES', true]);
  });

  test('that is taken back removes what was stored, at once', async () => {
    const say = tcf(granted);
    await page.load();
    await filled();
    expect(localStorage).toHaveLength(1);
    say(denied);
    expect(localStorage).toHaveLength(0);
    await filled(2);
    expect(asks().at(-1)).toEqual(['NO', false]);
  });

  test('where the GDPR does not hold is not needed', async () => {
    tcf({ eventStatus: 'tcloaded', gdprApplies: false });
    await page.load();
    await filled();
    expect(asks()).toEqual([[undefined, true]]);
  });

  test.each([
    [0, true],
    [812, false],
    [813, true],
  ])('is needed for the network itself, where it is vendor %i', async (vendor, expected) => {
    vi.doMock('../src/network', () => ({ VENDOR: `tcf-vendor-${vendor}`, Later: Promise, found: () => undefined }));
    tcf({ ...granted, vendor: { consents: { 812: false, 813: true } } });
    const { readConsent } = await import('../src/late/consent');
    const { tcf: text, visitor } = await readConsent();
    expect([text, visitor !== undefined]).toEqual(['YES', expected]);
  });

  test('by Global Privacy Control is refused', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    localStorage.setItem('placard.visitor', '0123456789abcdef');
    tcf(granted);
    await page.load();
    await filled();
    expect(asks()).toEqual([['YES', false]]);
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    ['a US section without an opt-out', [7], { usnat: [{ SaleOptOut: 2, SharingOptOut: 2 }] }, true],
    ['an opt-out of sale', [7], { usnat: [{ SaleOptOut: 1 }] }, false],
    ['an opt-out of targeting in a state', [8], { usca: { TargetedAdvertisingOptOut: 1 } }, false],
    ['Global Privacy Control in a segment', [7], { usnat: [{ SaleOptOut: 2 }, { Gpc: true }] }, false],
    ['the old US string', [6], { uspv1: { OptOutSale: 'Y' } }, false],
    ['the European section, whose manager does not answer', [2], { tcfeuv2: {} }, false],
    ['no section that holds', [-1], {}, false],
  ])('by GPP: %s', async (_name, applicableSections, parsedSections, expected) => {
    (window as unknown as Record<string, unknown>).__gpp = (
      _command: string,
      listener: (data: object, ok: boolean) => void,
    ) => listener({ pingData: { signalStatus: 'ready', applicableSections, parsedSections } }, true);
    await page.load();
    await filled();
    expect(asks()).toEqual([[undefined, expected]]);
  });
});
