import type { RenderedAd } from '@render/index';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { spoken } from '~/lib/spoken';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { same } from '../../form/meanwhile';
import { BlockPreview } from '../../preview/block-preview';
import { type AdValues, landingHost } from '../ad-values';
import { drawCut, type SavedPictures, SHAPES } from '../pictures/picture';
import styles from './ad-previews.module.css';
import placeholder from './placeholder.svg';
import { PHONE_WIDTH, shownFor } from './shown';

/** Stands in the preview until a title is typed. */
const TITLE_PLACEHOLDER = 'The title of your ad stands here';

/** The pictures as visitors will see them: freshly cut ones before saved ones. */
function useDrawn({ picture, cuts, saved }: AdValues): SavedPictures {
  const [drawn, setDrawn] = useState<SavedPictures>({});
  // The form copies its values with each key that is pressed; a picture is drawn when it or its cut is another one.
  const wanted = useKept(picture);
  const wantedCuts = useKept(cuts);
  const kept = useKept(saved);
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    for (const shape of SHAPES) {
      const cut = wantedCuts[shape.kind];
      if (!cut) continue;
      drawCut(wanted, cut, shape.width, shape.height).then(
        (url) => !stale && setDrawn((before) => ({ ...before, [shape.kind]: url })),
        () => undefined,
      );
    }
    return () => {
      stale = true;
    };
  }, [wanted, wantedCuts]);
  return useMemo(() => ({ ...kept, ...(wanted ? drawn : {}) }), [kept, drawn, wanted]);
}

/** The first of equal values. */
function useKept<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const isSame = same(kept, value);
  if (!isSame) setKept(value);
  return isSame ? kept : value;
}

/** The ad in several real templates, drawn by the code of the tag while it is typed. */
export function AdPreviews({ values }: { values: AdValues }) {
  const pictures = useDrawn(values);
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [withPicture, plain] = useMemo<[RenderedAd[], RenderedAd[]]>(() => {
    const ad = {
      title: spoken(values.title) || TITLE_PLACEHOLDER,
      description: spoken(values.short_description),
      full_text: values.full_text,
      brand: values.brand || (landingHost(values.original_url) ?? ''),
      square: pictures.square ?? null,
      horizontal: pictures.horizontal ?? null,
      click: '#',
    };
    const { square, horizontal } = ad;
    return [[square || horizontal ? ad : { ...ad, square: placeholder, horizontal: placeholder }], [ad]];
  }, [values.title, values.short_description, values.full_text, values.brand, values.original_url, pictures]);
  const config = useMemo(() => ({ scheme, rows: 1, columns: 1, columns_tablet: 1, columns_phone: 1 }), [scheme]);
  const shown = shownFor(values.formats);
  return (
    <div className={styles.previews}>
      <div className="row between wrap">
        <Segmented<'phone' | 'desktop'>
          label="Width of the preview"
          value={device}
          onChange={setDevice}
          options={[
            { value: 'phone', label: <IconDeviceMobile size={16} aria-hidden />, title: 'Phone' },
            { value: 'desktop', label: <IconDeviceDesktop size={16} aria-hidden />, title: 'Desktop' },
          ]}
        />
        <span className="s12 t3">Drawn by the code of the tag</span>
        <Segmented<'light' | 'dark'>
          label="Scheme of the preview"
          value={scheme}
          onChange={setScheme}
          options={[
            { value: 'light', label: <IconSun size={16} aria-hidden />, title: 'Light' },
            { value: 'dark', label: <IconMoon size={16} aria-hidden />, title: 'Dark' },
          ]}
        />
      </div>
      <div className={styles.canvas} data-scheme={scheme}>
        <div className={styles[device]} style={{ '--phone': `${PHONE_WIDTH}px` } as CSSProperties}>
          {shown.map(({ template, label, isWide, hasPicture }) => (
            <figure key={template} className={cx(isWide && styles.wide)}>
              <figcaption>{label}</figcaption>
              <div className={styles.ad}>
                <BlockPreview
                  template={template}
                  config={config}
                  ads={hasPicture ? withPicture : plain}
                  label={`Preview: ${label}`}
                />
              </div>
            </figure>
          ))}
        </div>
      </div>
    </div>
  );
}
