import { Textarea, TextInput } from '@mantine/core';
import type { NewAd } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { AmountField } from '~/ui/amount-field';
import { CountedLabel, FormSection } from '~/ui/form';
import type { FormOf } from '../../form/use-form';
import { useBidDecimals } from '../../targeting/lists';
import { BRAND_MAX, descriptionMax, landingHost, TYPED_MAX, titleRange } from '../ad-values';
import { formatsOf, type SentPicture } from './combine';
import styles from './many.module.css';
import type { ManyFields } from './many-values';

type Part = { form: FormOf<ManyFields> };

/** Rows of the preview. */
const SHOWN = 12;

/** What is read of them. */
export function ManyWords({ form: { values, field } }: Part) {
  const formats = formatsOf(values.pictures);
  const { min, max } = titleRange(formats);
  return (
    <FormSection id="words" title="Words" hint="Each title goes with each picture.">
      <Textarea
        label="Titles, one a line"
        description={`${min} to ${max} characters each.`}
        autosize
        minRows={4}
        maxRows={14}
        {...field('titles')}
      />
      <Textarea
        label={
          <CountedLabel label="Description of all" text={values.short_description} max={descriptionMax(formats)} />
        }
        autosize
        minRows={2}
        maxLength={TYPED_MAX.description}
        {...field('short_description')}
      />
      <TextInput
        label={<CountedLabel label="Brand" text={values.brand} max={BRAND_MAX} />}
        placeholder={landingHost(values.original_url) ?? 'Else the landing page’s domain'}
        maxLength={TYPED_MAX.brand}
        {...field('brand')}
      />
    </FormSection>
  );
}

/** Where a click leads, and what it is worth. */
export function ManyLanding({ form: { field } }: Part) {
  const unit = useUnit();
  return (
    <FormSection id="landing" title="Landing page and bid">
      <TextInput
        label="Address"
        type="url"
        placeholder="https://shop.example/offer?c={click_id}"
        {...field('original_url')}
      />
      <AmountField
        label="Bid for a valid click"
        unit={unit}
        step={0.1}
        decimals={useBidDecimals()}
        maw={220}
        {...field('bid')}
      />
    </FormSection>
  );
}

/** The first of the ads that are made, each with its picture. */
export function MadeAds({ ads, pictures }: { ads: readonly NewAd[]; pictures: readonly SentPicture[] }) {
  if (ads.length === 0) return null;
  return (
    <FormSection id="ads" title="What is made">
      <ol className={styles.ads}>
        {ads.slice(0, SHOWN).map((ad, at) => {
          const picture = pictures.find(({ square }) => square === ad.picture_square);
          return (
            <li key={`${ad.title}.${ad.picture_square ?? at}`}>
              {picture && <img src={picture.url} alt="" />}
              <span>{ad.title}</span>
            </li>
          );
        })}
      </ol>
      {ads.length > SHOWN && <p className="s12 t3">And {ads.length - SHOWN} more.</p>}
    </FormSection>
  );
}
