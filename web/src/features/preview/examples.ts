import type { RenderedAd } from '@render/index';
import cabin from './art/cabin.svg';
import chair from './art/chair.svg';
import garden from './art/garden.svg';
import harbor from './art/harbor.svg';
import lemon from './art/lemon.svg';
import watch from './art/watch.svg';

/** The beginning of a story, in the length that advertisers write. */
const STORY = `It took three winters and a borrowed workshop. The first year went by with drawings, the second with finding out why the drawings were wrong, and the third with the thing itself, which is smaller than planned and better.

People ask what it costs. Less than the mistakes that led to it, and you need not make those again. Come by on a Thursday, when the door is open and somebody has time to explain it.`;

const example = (title: string, description: string, brand: string, picture: string): RenderedAd => ({
  title,
  description,
  full_text: STORY,
  brand,
  square: picture,
  horizontal: picture,
  click: '#',
});

/** Drawn ads of invented advertisers, with titles of every usual length: they fill templates before real ads do. */
const EXAMPLES: readonly RenderedAd[] = [
  example('The last wooden ferry sails again in spring', 'Two hours, three islands, one captain.', 'Coastline', harbor),
  example('Three dinners that start with one lemon', 'All of them on the table in half an hour.', 'Marktkorb', lemon),
  example(
    'A reading chair that is not too proud',
    'It takes a cat, a blanket and the whole trilogy.',
    'Nordhaus',
    chair,
  ),
  example('Winter cabins with a stove and no signal', 'Firewood is included. So is the silence.', 'Weekender', cabin),
  example('The mechanical watch, explained in four parts', 'What ticks, what turns, what it costs.', 'Zeitwerk', watch),
  example(
    'Tomatoes on a balcony the size of a door',
    'Pots, soil and the one trick with the string.',
    'Grünzeug',
    garden,
  ),
];

/** So many example ads, beginning with another one for each `turn`. */
export function exampleAds(count: number, turn = 0): RenderedAd[] {
  return Array.from({ length: count }, (_, place) => EXAMPLES[(place + turn) % EXAMPLES.length] as RenderedAd);
}
