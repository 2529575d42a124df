import { TEMPLATES } from '@render/index';
import definitions from '@render/templates.json';
import { useState } from 'react';
import { AppLink } from '~/app/app-link';
import { useTitle } from '~/app/title';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { BlockPreview, templateDefaults } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import { publicPage } from './pages';
import parts from './parts.module.css';
import styles from './samples.module.css';

type Scheme = 'light' | 'dark';

/** What each format is called and what it is good for. */
const FORMATS: Record<number, { name: string; text: string }> = {
  1: {
    name: 'Native',
    text: 'A picture and a title, in the shape of the page around it. Below articles and in wide columns.',
  },
  2: { name: 'Article', text: 'A picture, a title and the beginning of a longer text.' },
  4: { name: 'Text', text: 'Words alone, with a small icon. In narrow columns and between paragraphs.' },
  8: { name: 'Long text', text: 'A title and several paragraphs, without a picture.' },
  16: { name: 'Teaser', text: 'A picture that speaks first.' },
};

/** A template may want more ads on a desktop than on a phone. */
const PHONE_COLUMNS = 1;

function numberOf(template: string, key: string): number {
  return Number(templateDefaults(template)[key] ?? 1);
}

function Sample({ name, label, scheme, turn }: { name: string; label: string; scheme: Scheme; turn: number }) {
  const [views] = useState(() => {
    const rows = Math.max(1, numberOf(name, 'rows'));
    const columns = Math.max(1, numberOf(name, 'columns'));
    const view = (own: Scheme) => ({ scheme: own, heading: 'You may also like' });
    return {
      desktop: { light: view('light'), dark: view('dark'), ads: exampleAds(rows * columns, turn) },
      phone: {
        light: { ...view('light'), columns_phone: PHONE_COLUMNS },
        dark: { ...view('dark'), columns_phone: PHONE_COLUMNS },
        ads: exampleAds(2, turn + 2),
      },
    };
  });
  return (
    <div className={styles.sample}>
      <h3>{label}</h3>
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
            <div className={styles.screen}>
              <BlockPreview
                template={name}
                config={views.desktop[scheme]}
                ads={views.desktop.ads}
                label={`${label} on a desktop, ${views.desktop.ads.length} example ads`}
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
              <BlockPreview
                template={name}
                config={views.phone[scheme]}
                ads={views.phone.ads}
                label={`${label} on a phone, ${views.phone.ads.length} example ads`}
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
  useTitle(publicPage('/adsamples').title);
  const [scheme, setScheme] = useState<Scheme>('light');
  const templates = definitions.filter((definition) => TEMPLATES[definition.name]);
  const formats = Object.keys(FORMATS)
    .map(Number)
    .filter((format) => templates.some((template) => template.block_format_type_id === format));
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
          {templates
            .filter((template) => template.block_format_type_id === format)
            .map((template, place) => (
              <Sample
                key={template.name}
                name={template.name}
                label={template.label}
                scheme={scheme}
                turn={format + place}
              />
            ))}
        </section>
      ))}
      <p className={styles.next}>
        <AppLink href="/webmaster" className={cx(buttonClass({ variant: 'ink' }), parts.xl)}>
          Put them on a site
        </AppLink>
        <AppLink href="/advertiser" className={cx(buttonClass(), parts.xl)}>
          Fill them with your ads
        </AppLink>
      </p>
    </div>
  );
}
