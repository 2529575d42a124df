import { useDeferredValue, useMemo } from 'react';
import { BlockPreview } from '../../preview/block-preview';
import { landingHost } from '../ad-values';
import type { SheetRow } from './model';
import { pictureNames, pictureUrl } from './rows';
import styles from './sheet.module.css';

const CONFIG = { scheme: 'light', rows: 1, columns: 1, columns_tablet: 1, columns_phone: 1 } as const;

/** The ad of the row in hand as a phone shows it, drawn by the code of the tag. */
export function PhonePreview({ row }: { row: SheetRow | undefined }) {
  const shown = useDeferredValue(row);
  const ads = useMemo(() => {
    if (!shown) return [];
    const { cells, ad } = shown;
    const names = pictureNames(cells.picture);
    return [
      {
        title: cells.title,
        description: cells.short_description,
        full_text: ad.full_text,
        brand: ad.brand || (landingHost(cells.original_url) ?? ''),
        square: pictureUrl(cells.picture),
        horizontal: names ? pictureUrl(names.horizontal) : null,
        click: '#',
      },
    ];
  }, [shown]);
  if (!shown) return null;
  const isImage = shown.cells.picture !== '';
  return (
    <figure className={styles.preview}>
      <figcaption className="s12 t3">Ad {shown.ad.id} on a phone</figcaption>
      <div className={styles.paper} data-theme="light">
        <BlockPreview
          template={isImage ? 'image-left' : 'text-icon'}
          config={CONFIG}
          ads={ads}
          label={`Preview of ad ${shown.ad.id}`}
        />
      </div>
    </figure>
  );
}
