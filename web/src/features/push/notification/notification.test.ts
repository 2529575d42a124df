import { describe, expect, it } from 'vitest';
import { spoken } from '~/lib/spoken';
import { cut, cutBy, SYSTEMS, shownBy } from './notification';

const AD = {
  title: 'A title that is longer than any telephone has room for',
  body: 'Body',
  icon: 'icon.webp',
  image: 'image.webp',
  buttons: ['Not now, remind me tomorrow', 'Open'],
};

describe('cut', () => {
  it('leaves what fits', () => expect(cut('Open my bag', 11)).toBe('Open my bag'));
  it('cuts with dots within the room', () => {
    expect(cut('Open my bag', 8)).toBe('Open my…');
    expect([...cut(AD.title, 38)].length).toBeLessThanOrEqual(38);
  });
  it('tears nothing apart', () => expect(cut('👨‍👩‍👧 family', 3)).toBe('…'));
});

describe('shownBy', () => {
  it('shows all of it opened on Android', () => {
    const shown = shownBy(SYSTEMS.android, AD, true);
    expect(shown.image).toBe('image.webp');
    expect(shown.buttons).toEqual(['Not now, remind me…', 'Open']);
  });
  it('leaves image and buttons out of a closed one', () => {
    const shown = shownBy(SYSTEMS.windows, AD, false);
    expect([shown.image, shown.buttons]).toEqual([null, []]);
  });
  it('shows words alone in Safari', () => {
    const shown = shownBy(SYSTEMS.safari, AD, true);
    expect([shown.icon, shown.image, shown.buttons]).toEqual([null, null, []]);
  });
});

it('fills macros with their defaults', () => {
  expect(spoken('Weather in {city|your town}, {region}: {day_of_week} {price}')).toBe(
    'Weather in your town, your region: today {price}',
  );
});

it('names who cuts', () => {
  expect(cutBy('Short', 'title')).toBeNull();
  expect(cutBy('x'.repeat(41), 'title')).toBe('Android cuts after 38 characters, macOS after 40.');
  expect(cutBy('x'.repeat(27), 'button')).toBe('Windows cuts after 15 characters, Android after 20.');
});
