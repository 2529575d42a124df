import styles from './home.module.css';
import { LiveBlock, TWO_ON_A_PHONE } from './live-block';

/** Blocks without ground and edge, in the words' own colours: they stand on the page like on a site that fits them. */
const BARE = { background: '#0000', background_dark: '#0000', border_width: 0, radius: 0, padding: 0 };
const WIDE = {
  ...BARE,
  columns_phone: 2,
  image_ratio: '1/1',
  title_size: 15,
  heading: 'You may also like',
  label: 'Ad',
};
const PHONE = {
  scheme: 'light',
  rows: 2,
  columns: 1,
  gap: 8,
  title_size: 14,
  icon_size: 36,
  padding: 10,
  radius: 12,
  border_width: 0,
};

/** Two live blocks: three pictures as on a desktop, two lines of text as on a phone. */
export function HeroBlocks() {
  return (
    <>
      <figure className={styles.live} aria-label="A live native block">
        <div className={styles.crop}>
          <LiveBlock
            template="image-top"
            config={WIDE}
            styles={TWO_ON_A_PHONE}
            count={3}
            label="Three example ads with pictures, as a site shows them"
          />
        </div>
        <figcaption className={styles.trace}>
          <span>
            <i />
            Drawn by the code that draws it on a site
          </span>
          <b>Median choice among 10,000 live ads: 2.6 µs</b>
        </figcaption>
      </figure>
      <figure className={styles.phoneFigure} aria-label="A live text block on a phone">
        <div className={styles.phone}>
          <div className={styles.address}>harborpost.example</div>
          <div className={styles.screen} data-theme="light">
            <span className={styles.lines} aria-hidden>
              <i />
              <i />
              <i />
              <i />
            </span>
            <LiveBlock template="text-icon" config={PHONE} count={2} turn={3} label="Two example text ads on a phone" />
          </div>
        </div>
      </figure>
    </>
  );
}
