import '@fontsource/instrument-serif/latin-400.css';
import type { RenderedAd } from '@render/index';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconMoon,
  IconRefresh,
  IconSun,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { BlockPlacement } from '~/api/sdk';
import type { Site, Template } from '~/api/types';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { BlockPreview } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import { type Config, gridAt, placesOf } from './fields';
import styles from './stage.module.css';

type Device = 'phone' | 'tablet' | 'desktop';
type Scheme = 'light' | 'dark';

const DEVICES: Record<Device, { label: string; icon: typeof IconDeviceMobile }> = {
  phone: { label: 'Phone', icon: IconDeviceMobile },
  tablet: { label: 'Tablet', icon: IconDeviceTablet },
  desktop: { label: 'Desktop', icon: IconDeviceDesktop },
};

/** Draws its children at `width` pixels and scales the picture down to the room that there is. */
function Scaled({ width, children }: { width: number; children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ scale: 1, height: 0 });
  useEffect(() => {
    const measure = () => {
      if (!outer.current || !inner.current) return;
      const scale = Math.min(1, outer.current.clientWidth / width);
      setBox({ scale, height: inner.current.offsetHeight * scale });
    };
    const observer = new ResizeObserver(measure);
    if (outer.current) observer.observe(outer.current);
    if (inner.current) observer.observe(inner.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={outer} className={styles.scaled} style={{ maxWidth: width, height: box.height || undefined }}>
      <div ref={inner} style={{ width, transform: `scale(${box.scale})`, transformOrigin: '0 0' }}>
        {children}
      </div>
    </div>
  );
}

/** How many lines of text stand before and after the block. */
const LINES: Record<BlockPlacement, [before: number, after: number]> = {
  in_place: [1, 1],
  in_article: [3, 2],
  sticky_bottom: [5, 0],
};

/** A page of the site around the block: its name, grey lines of text. */
function PublisherPage({
  name,
  placement,
  children,
}: {
  name: string;
  placement: BlockPlacement;
  children: ReactNode;
}) {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => at).map((at) => (
      <span key={at} className={styles.lines} aria-hidden>
        <i />
        <i />
      </span>
    ));
  const [before, after] = LINES[placement];
  return (
    <div className={styles.publisher} data-placement={placement}>
      <div className={styles.mast}>{name}</div>
      {lines(before)}
      {placement === 'sticky_bottom' ? (
        <div className={styles.sticky}>
          {children}
          <IconX size={16} aria-hidden />
        </div>
      ) : (
        children
      )}
      {lines(after)}
    </div>
  );
}

/** The block on a page of the site: on a phone, a tablet and a desktop, light and dark, drawn by the code of the tag. */
export function Stage({
  site,
  template,
  config,
  css,
  placement,
}: {
  site: Site;
  template: Template;
  config: Config;
  placement: BlockPlacement;
  /** The owner's CSS as the server compiled it. */
  css: string;
}) {
  const [shown, setShown] = useState<Device | 'all'>(() =>
    matchMedia('(max-width: 900px)').matches ? 'phone' : 'all',
  );
  const [scheme, setScheme] = useState<Scheme>('light');
  const [turn, setTurn] = useState(0);
  const places = placesOf(config);
  const ads = useMemo(() => exampleAds(places, turn), [places, turn]);
  // "As the visitor's system" follows the switch here, not the system of whoever looks.
  const drawn = useMemo(() => (config.scheme === 'auto' ? { ...config, scheme } : config), [config, scheme]);
  const sizes = template.config.sizes.filter((size): size is { name: Device; width: number } => size.name in DEVICES);
  const device = (name: Device) => {
    const size = sizes.find((other) => other.name === name);
    return (
      size && (
        <DeviceFrame
          key={name}
          device={name}
          width={size.width}
          {...{ site, template, ads, css, placement }}
          config={drawn}
        />
      )
    );
  };
  return (
    <section aria-label="Preview" className={styles.view}>
      <div className={styles.bar}>
        <Segmented<Device | 'all'>
          label="Size"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: 'All' },
            ...sizes.map((size) => {
              const Icon = DEVICES[size.name].icon;
              return {
                value: size.name,
                label: <Icon size={16} aria-hidden />,
                title: DEVICES[size.name].label,
              };
            }),
          ]}
        />
        <Segmented<Scheme>
          label="Scheme of the page"
          value={scheme}
          onChange={setScheme}
          options={[
            { value: 'light', label: <IconSun size={16} aria-hidden />, title: 'Light page' },
            { value: 'dark', label: <IconMoon size={16} aria-hidden />, title: 'Dark page' },
          ]}
        />
        <Button size="tool" variant="ghost" onClick={() => setTurn(turn + 1)}>
          <IconRefresh size={16} aria-hidden />
          Other ads
        </Button>
        <span className="grow" />
        <span className={`${styles.drawn} s12 t3`}>Drawn by the code of the tag, with example ads</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div className={styles.stage} tabIndex={0} data-page={scheme} data-shown={shown}>
        {shown === 'all' ? (
          <>
            {device('desktop')}
            {device('tablet')}
            {device('phone')}
          </>
        ) : (
          device(shown)
        )}
      </div>
    </section>
  );
}

function DeviceFrame({
  device,
  width,
  site,
  template,
  config,
  css,
  ads,
  placement,
}: {
  device: Device;
  width: number;
  site: Site;
  template: Template;
  config: Config;
  css: string;
  ads: RenderedAd[];
  placement: BlockPlacement;
}) {
  const { label, icon: Icon } = DEVICES[device];
  // The page leaves a margin of 24 px at each side.
  const grid = gridAt(config, width - 48);
  return (
    <figure className={styles.device} data-device={device}>
      <figcaption>
        <Icon size={14} aria-hidden />
        <b>{label}</b>
        <span className="num t2">
          {width} px, {grid.columns} × {grid.rows}
        </span>
      </figcaption>
      <div className={styles.screen}>
        <Scaled width={width}>
          <PublisherPage name={site.name} placement={placement}>
            <BlockPreview
              template={template.config.name}
              config={config}
              styles={css}
              ads={ads}
              label={`The block on a ${label.toLowerCase()}`}
            />
          </PublisherPage>
        </Scaled>
      </div>
    </figure>
  );
}
