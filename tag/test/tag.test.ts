import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placesOf, type RenderedAd, renderBlock, TEMPLATES } from '../render';
import { makeBlock } from '../render/block';
import initial from '../render/initial.json';
import definitions from '../render/templates.json';
import { requiredShare } from '../src/viewability';
import { definitions as described, initialSettings } from '../templates/definitions.mjs';

const ad: RenderedAd = {
  title: 'A <b>roof</b> & "more"',
  description: '<script>alert(1)</script>',
  full_text: '',
  brand: 'Solarhof',
  square: 'https://ads.example/m/1.webp',
  horizontal: 'https://ads.example/m/2.webp',
  click: 'https://ads.example/c/token',
};

const defaults = (name: string) => {
  const definition = definitions.find((template) => template.name === name);
  return Object.fromEntries(definition?.fields.map((field) => [field.key, field.default]) ?? []);
};

const draw = (name: string, ads: RenderedAd[], changes: Record<string, string | number | boolean> = {}) => {
  const host = document.body.appendChild(document.createElement('div'));
  const template = TEMPLATES[name];
  if (!template) {
    throw new Error(`no template ${name}`);
  }
  const config = { ...defaults(name), ...changes };
  return { host, cards: renderBlock(host, template, { config, styles: '', ads, whyUrl: 'https://ads.example/why' }) };
};

/** Lays out what is observed when it is told to. */
const stubLayout = () => {
  const laidOut: (() => void)[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = disconnect;
      constructor(callback: (entries: unknown[], observer: unknown) => void) {
        laidOut.push(() => callback([], this));
      }
      observe() {}
    },
  );
  return { laidOut, disconnect };
};

// Without constructed style sheets, of which jsdom keeps no text, styles stand in elements.
beforeEach(() => {
  vi.stubGlobal('CSSStyleSheet', undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe.each(definitions.map((definition) => definition.name))('template %s', (name) => {
  test('has code', () => {
    expect(TEMPLATES[name]?.name).toBe(name);
  });

  test('shows texts as text and marks every ad', () => {
    const { host, cards } = draw(name, [ad, { ...ad, title: 'Second' }], { show_description: true, label: 'Ad' });
    expect(cards).toHaveLength(2);
    const root = host.shadowRoot;
    expect(root?.querySelector('b, script')).toBeNull();
    expect(cards[0]?.querySelector('.title')?.textContent).toBe(ad.title);
    expect(cards[0]?.querySelector('.text')?.textContent).toBe(ad.description);
    expect(root?.querySelectorAll('.mark')).toHaveLength(2);
    expect(root?.querySelector('.mark')?.textContent).toBe('Ad');
    expect(root?.querySelector<HTMLAnchorElement>('.why')?.href).toBe('https://ads.example/why');
  });

  test('opens the landing page in a new tab without handing over the opener', () => {
    const [card] = draw(name, [ad]).cards;
    expect(card?.href).toBe(ad.click);
    expect(card?.target).toBe('_blank');
    expect(card?.rel).toContain('noopener');
  });

  test('shows pictures as JPEG where they cannot be shown as WebP', () => {
    const { host } = draw(name, [ad], { image_ratio: '1/1' });
    for (const image of host.shadowRoot?.querySelectorAll('img') ?? []) {
      image.dispatchEvent(new Event('error'));
      expect(image.src).toMatch(/^https:\/\/ads\.example\/m\/[12]\.jpg$/);
      // Where that fails too nothing is asked for again.
      expect(image.onerror).toBeNull();
    }
  });

  test('asks once for pictures where WebP is no question', () => {
    // What browsers with constructed style sheets have and jsdom has not.
    Object.defineProperty(document, 'adoptedStyleSheets', { value: [], configurable: true });
    try {
      const { host } = draw(name, [ad], { image_ratio: '1/1' });
      for (const image of host.shadowRoot?.querySelectorAll('img') ?? []) {
        const { src } = image;
        image.dispatchEvent(new Event('error'));
        expect(image.src).toBe(src);
      }
    } finally {
      Reflect.deleteProperty(document, 'adoptedStyleSheets');
    }
  });

  test('chooses pictures once they are laid out', () => {
    const { laidOut, disconnect } = stubLayout();
    const { host } = draw(name, [ad], { image_ratio: '1/1' });
    const images = [...(host.shadowRoot?.querySelectorAll('img') ?? [])];
    for (const image of images) {
      expect(image.loading).toBe('lazy');
      expect(image.src).toMatch(/^https:\/\/ads\.example\/m\/[12]\.webp$/);
      Object.defineProperty(image, 'clientWidth', { value: 200 });
    }
    for (const step of laidOut) {
      step();
    }
    for (const image of images) {
      expect(image.src).toMatch(/^https:\/\/ads\.example\/m\/[12]\.320\.webp$/);
    }
    expect(disconnect).toHaveBeenCalledTimes(images.length);
  });

  test.each(['before', 'after'])(
    'leaves a picture a JPEG that was refused %s the block was put into the page',
    (when) => {
      const { laidOut } = stubLayout();
      const template = TEMPLATES[name];
      const host = document.body.appendChild(document.createElement('div'));
      const config = { ...defaults(name), image_ratio: '1/1' };
      const view = { config, styles: '', ads: [ad], whyUrl: '' };
      const [cards, show] = template ? makeBlock(host, template, view) : [];
      const images = [...(cards?.[0]?.querySelectorAll('img') ?? [])];
      if (when === 'after') {
        show?.();
      }
      for (const image of images) {
        image.dispatchEvent(new Event('error'));
      }
      if (when === 'before') {
        show?.();
      }
      for (const step of laidOut) {
        step();
      }
      for (const image of images) {
        expect(image.src).toMatch(/^https:\/\/ads\.example\/m\/[12]\.jpg$/);
      }
    },
  );

  test('draws again in place of what was there', () => {
    const { host } = draw(name, [ad, ad]);
    const template = TEMPLATES[name];
    if (template) {
      renderBlock(host, template, { config: defaults(name), styles: '', ads: [ad], whyUrl: '' });
    }
    expect(host.shadowRoot?.querySelectorAll('.card')).toHaveLength(1);
  });

  test("keeps the marks of ads out of the reach of the webmaster's own rules", () => {
    const host = document.body.appendChild(document.createElement('div'));
    const template = TEMPLATES[name];
    const styles = '.block .mark{display:none;}';
    if (template) {
      renderBlock(host, template, { config: defaults(name), styles, ads: [ad], whyUrl: 'https://ads.example/why' });
    }
    expect(host.shadowRoot?.querySelector('.block .why')).toBeNull();
    expect(host.shadowRoot?.querySelector('.top .why')).not.toBeNull();
    const sheets = [...(host.shadowRoot?.querySelectorAll('style') ?? [])].map((style) => style.textContent ?? '');
    expect(sheets[2]).toBe(styles);
    const mark = sheets[3] ?? '';
    expect(mark).toMatch(/\.mark\{all:initial!important/);
    // Nothing but the mark itself is lifted, and the later of two rules that count the same holds.
    const flat = mark.indexOf('.block *,.block ::before,.block ::after{z-index:auto!important}');
    expect(flat).toBeGreaterThanOrEqual(0);
    expect(mark.lastIndexOf('z-index:1!important')).toBeGreaterThan(flat);
    expect(mark).toMatch(/\.block,\.grid,\.cells,\.cell,\.card\{height:auto!important;max-height:none!important/);
    expect(mark).toMatch(/\.words,\.meta\{isolation:auto!important/);
  });

  test('holds the mark in nothing that own rules could hide without the ad', () => {
    const { cards } = draw(name, [ad]);
    for (let at = cards[0]?.querySelector('.mark')?.parentElement; at && at !== cards[0]; at = at.parentElement) {
      expect(at.matches('.words,.meta'), at.className).toBe(true);
    }
  });

  test('lets no setting out of its rule', () => {
    const { host } = draw(name, [ad], { background: 'red;} * {display:none', image_ratio: '1/1;}x{' });
    const css = [...(host.shadowRoot?.querySelectorAll('style') ?? [])].map(({ textContent }) => textContent).join('');
    expect(css).toContain('.card{');
    expect(css).not.toContain('display:none;');
    expect(css).not.toContain('x{');
  });
});

test('an ad without pictures has no image', () => {
  const { host } = draw('text-icon', [{ ...ad, square: null, horizontal: null }]);
  expect(host.shadowRoot?.querySelector('img')).toBeNull();
  expect(host.shadowRoot?.querySelector('.letter')?.textContent).toBe('S');
});

test('a block has rows x columns places', () => {
  expect(placesOf({ rows: 2, columns: 3 })).toBe(6);
  expect(placesOf({})).toBe(1);
});

test('large ads need 30 % in view, others 50 %', () => {
  expect(requiredShare(300, 250)).toBe(0.5);
  expect(requiredShare(970, 250)).toBe(0.3);
});

test('the files that server and pages read are those of the definitions', () => {
  expect(definitions).toEqual(JSON.parse(JSON.stringify(described())));
  expect(initial).toEqual(initialSettings());
});

describe('what templates begin with, and their looks', () => {
  test.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s',
    (name, { fields, presets }) => {
      const first = defaults(name);
      expect(presets.length).toBeGreaterThanOrEqual(2);
      const looks: { label: string; config: object }[] = [{ label: 'none', config: {} }, ...presets];
      for (const { label, config } of looks) {
        const all: Record<string, unknown> = { ...first, ...config };
        // No setting that the template does not have, none out of its range.
        expect([label, Object.keys(all).sort()]).toEqual([label, fields.map((field) => field.key).sort()]);
        for (const field of fields) {
          const value = all[field.key];
          const where = `${label} ${field.key} = ${value}`;
          if (field.type === 'integer') {
            expect(value, where).toBeGreaterThanOrEqual(field.min ?? 0);
            expect(value, where).toBeLessThanOrEqual(field.max ?? 0);
          } else if (field.type === 'choice') {
            expect(
              field.options?.map((option) => option.value),
              where,
            ).toContain(value);
          } else if (field.type === 'color') {
            expect(value, where).toMatch(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/);
          } else {
            expect(typeof value, where).toBe(field.type === 'boolean' ? 'boolean' : 'string');
          }
        }
        expect(placesOf(all as Record<string, number>), label).toBeLessThanOrEqual(12);
      }
    },
  );
});

test('long texts keep their paragraphs, and stand in for nothing', () => {
  const story = { ...ad, full_text: 'One.\n\nTwo.' };
  const paragraphs = (full: RenderedAd) =>
    [...(draw('article-text', [full]).host.shadowRoot?.querySelectorAll('.text span') ?? [])].map((p) => p.textContent);
  expect(paragraphs(story)).toEqual(['One.', 'Two.']);
  expect(paragraphs(ad)).toEqual([ad.description]);
  expect(draw('image-left-title-top', [story]).host.shadowRoot?.querySelector('.text')?.textContent).toBe(
    story.full_text,
  );
});

test('closing one of two cards leaves the other, closing the last leaves nothing', () => {
  const { host } = draw('push', [ad, ad]);
  const close = () => host.shadowRoot?.querySelector<HTMLButtonElement>('.close')?.click();
  close();
  expect(host.shadowRoot?.querySelectorAll('.card')).toHaveLength(1);
  close();
  expect(host.shadowRoot?.querySelector('.root')).toBeNull();
});

test('three dots lead to why the ad is shown', () => {
  const { host } = draw('three-dots-post', [ad]);
  expect(host.shadowRoot?.querySelector<HTMLAnchorElement>('.dots')?.href).toBe('https://ads.example/why');
  expect(host.shadowRoot?.querySelector('.card .dots')).toBeNull();
});

test('a block of before the button has none', () => {
  const host = document.body.appendChild(document.createElement('div'));
  for (const template of Object.values(TEMPLATES)) {
    renderBlock(host, template, { config: {}, styles: '', ads: [ad], whyUrl: 'https://ads.example/why' });
    expect(host.shadowRoot?.querySelector('.button')).toBeNull();
    expect(host.shadowRoot?.querySelector('.title')?.textContent).toBe(ad.title);
  }
});
