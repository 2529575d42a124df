import { describe, expect, it } from 'vitest';
import { placeCode } from './tag-code';

describe('the code of a place', () => {
  const tag = { domain: 'ads.example', path: 'p.js', attribute: 'data-spot' };
  it('keeps the height free that the block has at each width', () => {
    expect(placeCode(tag, 7, [900, 300, 300])).toBe(
      '<style>[data-spot="7"]{min-height:900px}@media(min-width:768px){[data-spot="7"]{min-height:300px}}</style>\n' +
        '<div data-spot="7"></div>',
    );
    expect(placeCode(tag, 7)).toBe('<div data-spot="7"></div>');
  });
});
