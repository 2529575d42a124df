import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placesOf, type RenderedAd, renderBlock, TEMPLATES } from '../render';
import definitions from '../render/templates.json';
import { requiredShare } from '../src/viewability';

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
    const { host, cards } = draw(name, [ad, { ...ad, title: 'Second' }], { show_description: true });
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
    expect(sheets[1]).toBe(styles);
    expect(sheets[2]).toMatch(/\.mark\{all:initial!important/);
  });

  test('lets no setting out of its rule', () => {
    const { host } = draw(name, [ad], { background: 'red;} * {display:none', image_ratio: '1/1;}x{' });
    const css = host.shadowRoot?.querySelector('style')?.textContent ?? '';
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
