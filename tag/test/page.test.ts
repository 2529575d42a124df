/** The script on pages of others: applications of one page, endless pages, frames, two networks, consent of every kind. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardsOf, HostPage } from './page';

let page: HostPage;

beforeEach(() => {
  page = new HostPage();
});

afterEach(() => page.end());

describe('copies of the script', () => {
  test('of one network ask once', async () => {
    await page.load();
    await page.load();
    await page.filled();
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
    const place = await page.filled();
    page.see([place], 0);
    expect(page.asked.filter(({ url }) => url.endsWith('/d/ads')).map(({ url }) => url)).toHaveLength(2);
    expect(cardsOf(place)).toHaveLength(1);
    expect(place.style.display).toBe('');
  });

  test('of two networks do not draw over each other', async () => {
    await page.load('https://other.example');
    await page.load('https://ads.example');
    const place = await page.filled();
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
    await page.filled(2);
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
    const place = await page.filled();
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
    const place = await page.filled();
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
    expect(cardsOf(await page.filled())).toHaveLength(1);
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
    await page.filled();
    expect(asks()).toEqual([[undefined, false]]);
    expect(localStorage).toHaveLength(0);
  });

  test('given at once allows an id', async () => {
    tcf(granted);
    await page.load();
    await page.filled();
    expect(asks()).toEqual([['YES', true]]);
  });

  test('that comes late holds from then on', async () => {
    const say = tcf();
    await page.load();
    await page.filled();
    say({ ...denied, eventStatus: 'cmpuishown' });
    await page.filled(2);
    say({ ...granted, eventStatus: 'useractioncomplete' });
    await page.filled(3);
    expect(asks()).toEqual([
      [undefined, false],
      [undefined, false],
      ['YES', true],
    ]);
  });

  test('of a manager that loads after the script is found', async () => {
    await page.load();
    await page.filled();
    tcf(granted);
    await page.filled(2);
    expect(asks().at(-1)).toEqual(['YES', true]);
  });

  test('that is taken back removes what was stored, at once', async () => {
    const say = tcf(granted);
    await page.load();
    await page.filled();
    expect(localStorage).toHaveLength(1);
    say(denied);
    expect(localStorage).toHaveLength(0);
    await page.filled(2);
    expect(asks().at(-1)).toEqual(['NO', false]);
  });

  test('where the GDPR does not hold is not needed', async () => {
    tcf({ eventStatus: 'tcloaded', gdprApplies: false });
    await page.load();
    await page.filled();
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
    await page.filled();
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
    await page.filled();
    expect(asks()).toEqual([[undefined, expected]]);
  });
});
