import { expect, test } from 'vitest';
import { type BlockConfig, renderBlock } from '../render';
import initial from '../render/initial.json';
import { mediaPush } from '../render/media-push';

const AD = {
  title: 'Winter cabins',
  description: 'Firewood is included.',
  full_text: '',
  brand: 'Weekender',
  square: null,
  horizontal: null,
  click: '#',
};

/** What stands in the last line of a card. */
function rowOf(config: BlockConfig): string[] | null {
  const host = document.createElement('div');
  renderBlock(host, mediaPush, {
    config: { ...initial['media-push'], ...config },
    styles: '',
    ads: [AD],
    whyUrl: '',
  });
  const row = host.shadowRoot?.querySelector('.card .row');
  return row ? [...row.children].map((part) => `${part.className}: ${part.textContent}`) : null;
}

test('keeps the place of what closes a card, which stands outside of the link', () => {
  expect(rowOf({})).toEqual(['button: Look inside', 'room: Not now']);
  // Else it would lie over the text.
  expect(rowOf({ show_button: false })).toEqual(['room: Not now']);
  expect(rowOf({ dismiss_text: '' })).toEqual(['button: Look inside']);
  expect(rowOf({ show_button: false, dismiss_text: '' })).toBeNull();
});
