import { cx } from '~/ui/classes';
import { place } from './page-data';
import { useSite } from './site';

/** Whose data places and networks are found with: to stand wherever they are shown, as the licence of the data asks. */
export function GeoSource({ className }: { className?: string }) {
  const site = useSite();
  const source = import.meta.env.SSR
    ? { text: place('site.geo_attribution.text'), url: place('site.geo_attribution.url') }
    : site?.geo_attribution;
  if (!source) return null;
  return (
    <a
      href={source.url}
      target="_blank"
      rel="noreferrer"
      className={cx('s12 t3 quiet', className)}
      suppressHydrationWarning
    >
      {source.text}
    </a>
  );
}
