import samples from 'virtual:samples';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { NATIVE_FORMAT_LABELS, NativeFormat } from '~/api/words';
import { usePageTitle } from '~/app/page';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { SYSTEM_NAMES, SYSTEMS } from '../push/notification/notification';
import { LiveBlock } from './live-block';
import { LiveNotification } from './live-notification';
import parts from './parts.module.css';
import { type Sample as SampleOf, titleOf } from './samples';
import styles from './samples.module.css';

type Scheme = 'light' | 'dark';

/** What each format is called and what it is good for. */
const FORMATS: Record<number, { name: string; text: string }> = {
  [NativeFormat.Native]: {
    name: NATIVE_FORMAT_LABELS[NativeFormat.Native],
    text: 'A picture and a title, in the shape of the page around it. Below articles and in wide columns.',
  },
  [NativeFormat.Article]: {
    name: NATIVE_FORMAT_LABELS[NativeFormat.Article],
    text: 'A picture, a title and the beginning of a longer text.',
  },
  [NativeFormat.Text]: {
    name: NATIVE_FORMAT_LABELS[NativeFormat.Text],
    text: 'Words alone, with a small icon. In narrow columns and between paragraphs.',
  },
  [NativeFormat.LongText]: {
    name: NATIVE_FORMAT_LABELS[NativeFormat.LongText],
    text: 'A title and several paragraphs, without a picture.',
  },
  [NativeFormat.Teaser]: { name: NATIVE_FORMAT_LABELS[NativeFormat.Teaser], text: 'A picture that speaks first.' },
};

/** A template may want more ads on a desktop than on a phone. */
const PHONE_COLUMNS = 1;

/** How many ads the phones here show. */
const PHONE_ADS = 2;

function Sample({ sample, scheme, turn }: { sample: SampleOf; scheme: Scheme; turn: number }) {
  const { name, count } = sample;
  const title = titleOf(sample, samples, FORMATS[sample.format]?.name ?? '');
  const desktop = useMemo(() => ({ scheme, heading: 'You may also like' }), [scheme]);
  const phone = useMemo(() => ({ ...desktop, columns_phone: PHONE_COLUMNS }), [desktop]);
  return (
    <div className={styles.sample}>
      <h3>{title}</h3>
      <div className={styles.frames}>
        <figure className={styles.desktop} data-theme={scheme}>
          <figcaption>Desktop</figcaption>
          <div className={styles.window}>
            <div className={styles.bar}>
              <i />
              <i />
              <i />
              <span>harborpost.example</span>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls in itself, and must be reached by the keyboard */}
            <div className={styles.screen} tabIndex={0}>
              <LiveBlock
                template={name}
                config={desktop}
                count={count}
                turn={turn}
                label={`${title} on a desktop, ${count} example ads`}
              />
            </div>
          </div>
        </figure>
        <figure className={styles.phone} data-theme={scheme}>
          <figcaption>Phone</figcaption>
          <div className={styles.device}>
            <div className={styles.screen}>
              <span className={styles.lines} aria-hidden>
                <i />
                <i />
                <i />
              </span>
              <LiveBlock
                template={name}
                config={phone}
                count={Math.min(count, PHONE_ADS)}
                turn={turn + PHONE_ADS}
                label={`${title} on a phone, ${PHONE_ADS} example ads`}
              />
            </div>
          </div>
        </figure>
      </div>
    </div>
  );
}

/** Every template that exists, drawn live by the code of the tag. */
export function SamplesPage() {
  usePageTitle();
  const [scheme, setScheme] = useState<Scheme>('light');
  const formats = Object.keys(FORMATS)
    .map(Number)
    .filter((format) => samples.some((sample) => sample.format === format));
  return (
    <div className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <div>
          <h1 className={parts.h1}>Ad samples</h1>
          <p>
            Nothing here is a picture of an ad: each block is drawn by the code that draws it on a site, with invented
            advertisers. Colours, type and columns are the webmaster’s choice; the mark “Ad” is not.
          </p>
        </div>
        <div className={styles.scheme}>
          <Segmented<Scheme>
            label="Scheme of the samples"
            value={scheme}
            onChange={setScheme}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
      </header>
      {formats.map((format) => (
        <section key={format} className={styles.format}>
          <div className={styles.formatHead}>
            <h2 className={parts.h2}>{FORMATS[format]?.name}</h2>
            <p>{FORMATS[format]?.text}</p>
          </div>
          {samples
            .filter((sample) => sample.format === format)
            .map((sample, place) => (
              <Sample key={sample.name} sample={sample} scheme={scheme} turn={format + place} />
            ))}
        </section>
      ))}
      <section className={styles.format}>
        <div className={styles.formatHead}>
          <h2 className={parts.h2}>Push</h2>
          <p>
            A notification to people who allowed a site to send them some. Each system shows as much of it as it wants:
            these are drawn, for no page can show another system’s own.
          </p>
        </div>
        <div className={styles.notifications}>
          {SYSTEM_NAMES.map((name, place) => (
            <figure key={name}>
              <figcaption>{SYSTEMS[name].label}</figcaption>
              <LiveNotification system={name} turn={place} scheme={scheme} />
            </figure>
          ))}
        </div>
      </section>
      <p className={styles.next}>
        <Link to="/webmaster" className={cx(buttonClass({ variant: 'ink' }), parts.xl)}>
          Put them on a site
        </Link>
        <Link to="/advertiser" className={cx(buttonClass(), parts.xl)}>
          Fill them with your ads
        </Link>
      </p>
    </div>
  );
}
