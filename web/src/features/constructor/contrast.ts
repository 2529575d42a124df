/** How well the colours of a block can be told apart, by WCAG 2.2 (1.4.3). Pure. */
import { type Config, isColor, type Value } from './fields';

/** The least contrast of text, and of large text. */
const CONTRAST_MIN = 4.5;
const LARGE_CONTRAST_MIN = 3;
/** Text is large from here on, in px: 18 points, or 14 when it is bold. */
const LARGE_PX = 24;
const LARGE_BOLD_PX = 18.66;
const BOLD = 700;

type Rgb = readonly [red: number, green: number, blue: number];

/** The parts of a colour from 0 to 255, and its opacity from 0 to 1. */
function partsOf(color: string): { rgb: Rgb; opacity: number } {
  const short = color.length <= 5;
  const digits = short ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const part = (place: number) => Number.parseInt(digits.slice(place * 2, place * 2 + 2), 16);
  return { rgb: [part(0), part(1), part(2)], opacity: digits.length === 8 ? part(3) / 255 : 1 };
}

function mixed(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(over[at] * share + under[at] * (1 - share));
  return [part(0), part(1), part(2)];
}

/** Relative luminance, 0 to 1. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const ratio = (one: Rgb, other: Rgb): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** The contrast of a colour on another, 1 to 21; nothing where what is below is seen through: it is the page's. */
export function contrastOf(color: string, background: string): number | undefined {
  if (!isColor(color) || !isColor(background)) return undefined;
  const below = partsOf(background);
  const above = partsOf(color);
  if (below.opacity < 1) return undefined;
  return ratio(mixed(above.rgb, below.rgb, above.opacity), below.rgb);
}

/** The colour nearest to the one given that can be read on the background, on its way to black or white. */
function readable(color: string, background: string, least: number): string {
  const below = partsOf(background).rgb;
  const { rgb, opacity } = partsOf(color);
  const seen = mixed(rgb, below, opacity);
  const end: Rgb = luminance(below) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.02) {
    const next = mixed(end, seen, share);
    if (ratio(next, below) >= least) return `#${next.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
  return luminance(below) > 0.18 ? '#000000' : '#ffffff';
}

/** Words that are hard to read. */
export interface Faint {
  /** The setting to change. */
  key: string;
  scheme: 'light' | 'dark';
  /** What it stands on, in words. */
  on: string;
  ratio: number;
  least: number;
  /** A colour that can be read. */
  better: string;
}

/** What of a block's words is hard to read, in the schemes that it is shown in. */
export function faintIn(config: Config): Faint[] {
  const schemes =
    config.scheme === 'auto' ? (['light', 'dark'] as const) : ([config.scheme === 'dark' ? 'dark' : 'light'] as const);
  const titlePx = Number(config.title_size) || 0;
  const isLargeTitle = titlePx >= LARGE_PX || (titlePx >= LARGE_BOLD_PX && Number(config.title_weight) >= BOLD);
  return schemes.flatMap((scheme) => {
    const suffix = scheme === 'dark' ? '_dark' : '';
    const find = (name: string, under: string, on: string, least = CONTRAST_MIN): Faint[] => {
      const [color, background]: (Value | undefined)[] = [config[name + suffix], config[under + suffix]];
      if (typeof color !== 'string' || typeof background !== 'string') return [];
      const found = contrastOf(color, background);
      return found === undefined || found >= least
        ? []
        : [{ key: name + suffix, scheme, on, ratio: found, least, better: readable(color, background, least) }];
    };
    const isFilled = config.button_style === 'filled';
    return [
      ...find('title_color', 'background', 'the background', isLargeTitle ? LARGE_CONTRAST_MIN : CONTRAST_MIN),
      // The advertiser's name has the colour of the text, whether a description is shown or not.
      ...find('text_color', 'background', 'the background'),
      ...(config.show_button === true && isFilled ? find('button_text_color', 'button_color', 'the button') : []),
      ...(config.show_button === true && config.button_style === 'link'
        ? find('button_color', 'background', 'the background')
        : []),
    ];
  });
}
