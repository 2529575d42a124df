/** The templates in which an ad is looked at while it is typed. Pure. */
import { NativeFormat } from '~/api/words';
import { FORMATS } from '../ad-values';
import type { TitleRoom } from './phone-title';

/** How wide an ad is on a phone, in px: what a page of 360 px leaves it. */
export const PHONE_WIDTH = 300;

/** The room for a title and its letters: weight and size, and the family where it is not that of the page. */
export interface Title extends TitleRoom {
  letters: string;
  family?: string;
}

const SERIF = 'Georgia, serif';

/** A template that shows ads of a format. */
export interface Shown {
  template: string;
  label: string;
  /** It needs the whole width of a page. */
  isWide?: true;
  /** It shows the ad's picture. */
  hasPicture: boolean;
  /** The room for a title in an ad of `PHONE_WIDTH`, by the template's own settings. */
  title: Title;
}

const SHOWN: Readonly<Record<NativeFormat, readonly Omit<Shown, 'hasPicture'>[]>> = {
  [NativeFormat.Native]: [
    { template: 'image-top', label: 'Native, image top', title: { width: 274, lines: 3, letters: '600 16px' } },
    {
      template: 'image-left',
      label: 'Native, image left',
      isWide: true,
      title: { width: 146, lines: 3, letters: '600 20px' },
    },
  ],
  [NativeFormat.Teaser]: [
    {
      template: 'media-image-top',
      label: 'Teaser, image top',
      title: { width: 270, lines: 3, letters: '600 16px', family: 'system-ui, sans-serif' },
    },
  ],
  [NativeFormat.Article]: [
    {
      template: 'image-left-title-top',
      label: 'Article',
      isWide: true,
      title: { width: 256, lines: 3, letters: '400 28px', family: SERIF },
    },
  ],
  [NativeFormat.Text]: [
    {
      template: 'text-icon',
      label: 'Text, icon',
      isWide: true,
      title: { width: 230, lines: 2, letters: '600 15px' },
    },
  ],
  [NativeFormat.LongText]: [
    {
      template: 'article-text',
      label: 'Long text',
      isWide: true,
      title: { width: 242, lines: 3, letters: '400 32px', family: SERIF },
    },
  ],
};

/** The templates for the chosen formats; of a native ad while none is chosen. */
export function shownFor(formats: readonly number[]): Shown[] {
  const chosen = FORMATS.filter(({ id }) => formats.includes(id));
  return (chosen.length > 0 ? chosen : FORMATS.slice(0, 1)).flatMap(({ id, picture }) =>
    SHOWN[id].map((shown) => ({ ...shown, hasPicture: picture })),
  );
}
