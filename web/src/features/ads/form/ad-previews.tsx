import type { RenderedAd } from '@render/index';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { NativeFormat } from '~/api/words';
import { Segmented } from '~/ui/controls';
import { same } from '../../form/meanwhile';
import { BlockPreview } from '../../preview/block-preview';
import { type AdValues, FORMATS, landingHost } from '../ad-values';
import { drawCut, type SavedPictures, SHAPES } from '../pictures/picture';
import styles from './ad-previews.module.css';

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
  const ads = useMemo<RenderedAd[]>(
    () => [
      {
        title: values.title || TITLE_PLACEHOLDER,
        description: values.short_description,
        full_text: values.full_text,
        brand: values.brand || (landingHost(values.original_url) ?? ''),
        square: pictures.square ?? null,
        horizontal: pictures.horizontal ?? null,
        click: '#',
      },
    ],
    [values.title, values.short_description, values.full_text, values.brand, values.original_url, pictures],
  );
  const common = { scheme, rows: 1, columns: 1, columns_tablet: 1, columns_phone: 1 };
  const withImage = FORMATS.some(({ id, picture }) => picture && values.formats.includes(id));
  const withText = values.formats.includes(NativeFormat.Text);
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div className={styles.canvas} tabIndex={0} data-scheme={scheme}>
        {withImage && (
          <figure className={styles[device]}>
            <figcaption>Native, image top</figcaption>
            <BlockPreview template="image-top" config={common} ads={ads} label="Preview: native, image top" />
          </figure>
        )}
        {withImage && device === 'desktop' && (
          <figure>
            <figcaption>Native, square image</figcaption>
            <BlockPreview
              template="image-top"
              config={{ ...common, image_ratio: '1/1', show_description: true, radius: 0 }}
              ads={ads}
              label="Preview: native, square image"
            />
          </figure>
        )}
        {(withText || !withImage) && (
          <figure className={styles.full}>
            <figcaption>Text, icon</figcaption>
            <BlockPreview template="text-icon" config={common} ads={ads} label="Preview: text with icon" />
          </figure>
        )}
      </div>
    </div>
  );
}
