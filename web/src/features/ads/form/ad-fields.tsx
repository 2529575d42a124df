import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { listMacrosOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { BID_MODE_LABELS, NativeFormat } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { spoken } from '~/lib/spoken';
import { AmountField } from '~/ui/amount-field';
import { choicesOf } from '~/ui/choices';
import { Segmented } from '~/ui/controls';
import { CountedLabel, FieldPair, FormSection } from '~/ui/form';
import type { FormOf, FormPart } from '../../form/use-form';
import { minBidsQuery, useBidDecimals } from '../../targeting/lists';
import {
  type AdValues,
  BRAND_MAX,
  bidText,
  descriptionMax,
  fullTextMax,
  landingHost,
  TYPED_MAX,
  titleRange,
} from '../ad-values';
import { CountryBids } from '../bids/country-bids';
import { coefficientText } from '../bids/follow';
import { LandingInput } from '../landing/landing-input';
import { LinkLook } from '../landing/link-look';
import { MacroMenu } from '../landing/macro-menu';
import { usePhoneCut } from './phone-cut';

type Part = { form: FormOf<AdValues> };
type LandingPart = Part & { ad: Ad | undefined };

/** Where a click leads. */
export function LandingFields({ form: { values, field, set }, ad }: LandingPart) {
  const macros = useQuery({ ...listMacrosOptions(), staleTime: Number.POSITIVE_INFINITY });
  const url = values.original_url;
  const insert = (name: string) => set('original_url', `${url}${url.includes('?') ? '&' : '?'}${name}={${name}}`);
  return (
    <FormSection
      id="landing"
      title="Landing page"
      actions={<MacroMenu macros={macros.data?.data ?? []} onPick={insert} />}
    >
      <LandingInput {...field('original_url')} url={url} known={ad?.original_url} maxLength={TYPED_MAX.url} />
      {ad?.original_url === url && <LinkLook ad={ad} as="owner" />}
    </FormSection>
  );
}

/** What is read of an ad. */
export function WordFields({ form: { values, field } }: Part) {
  const { formats } = values;
  const cut = usePhoneCut(values.title, formats);
  const hasMacro = spoken(values.title) !== values.title;
  return (
    <FormSection id="words" title="Words">
      <TextInput
        label={<CountedLabel label="Title" text={values.title} {...titleRange(formats)} />}
        description={[cut, hasMacro && 'Macros are counted as they are written.'].filter(Boolean).join(' ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={TYPED_MAX.title}
        {...field('title')}
      />
      <Textarea
        label={<CountedLabel label="Description" text={values.short_description} max={descriptionMax(formats)} />}
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
      {fullTextMax(formats) > 0 && (
        <Textarea
          label={<CountedLabel label="Full text" text={values.full_text} max={fullTextMax(formats)} />}
          autosize
          minRows={5}
          maxLength={TYPED_MAX.fullText}
          {...field('full_text')}
        />
      )}
      {formats.includes(NativeFormat.Article) && (
        <TextInput
          label="First published at"
          type="url"
          placeholder="https://"
          description="Where the article stood first; empty where it is yours alone."
          maxLength={TYPED_MAX.url}
          {...field('primary_source_url')}
        />
      )}
    </FormSection>
  );
}

/** What the bid follows, where it is one for all. */
function FollowFields({ form: { values, field, set } }: Part) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  return (
    <>
      <Segmented<AdValues['follows']>
        label="What the bid follows"
        value={values.follows}
        onChange={(follows) => set('follows', follows)}
        options={choicesOf(BID_MODE_LABELS)}
      />
      {values.follows === 'earnings' && (
        <>
          <p className="s13 t2">
            From 30 valid clicks on, the bid is what a click earned in the last 7 days times the coefficient, and never
            more than the most. The bid above holds until then.
          </p>
          <FieldPair>
            <TextInput
              label="Coefficient"
              inputMode="decimal"
              {...field('epcCoefficient')}
              value={coefficientText(values.epcCoefficient)}
            />
            <AmountField label="The most" unit={unit} step={0.1} decimals={decimals} {...field('epcMax')} />
          </FieldPair>
        </>
      )}
      {values.follows === 'lead_cost' && (
        <>
          <p className="s13 t2">
            From 30 valid clicks and 5 approved leads on, the bid is what makes a lead cost this, by the last 7 days,
            between the least and the most. It is lowered before where much is spent and few leads come.
          </p>
          <AmountField label="A lead may cost" unit={unit} step={1} decimals={2} maw={220} {...field('leadCost')} />
          <FieldPair>
            <AmountField label="The least bid" unit={unit} step={0.1} decimals={decimals} {...field('bidFloor')} />
            <AmountField label="The most bid" unit={unit} step={0.1} decimals={decimals} {...field('bidCeiling')} />
          </FieldPair>
        </>
      )}
    </>
  );
}

/** What a click is worth. */
export function BidFields({ form, guide }: Part & { guide?: ReactNode }) {
  const { values, errors, field, patch, set } = form;
  const unit = useUnit();
  const user = useUser();
  const bounds = useQuery(minBidsQuery).data;
  const decimals = useBidDecimals();
  const lowest = bounds?.min_bid ?? user?.minimum_bid;
  const minimums = useMemo(
    () => new Map((bounds?.countries ?? []).map((country) => [country.country_code, country.min_bid])),
    [bounds],
  );
  return (
    <FormSection
      id="bid"
      title="Bid for a valid click"
      actions={
        <Segmented<'all' | 'country'>
          label="Bid"
          value={values.bidMode}
          onChange={(mode) => patch(mode === 'all' ? { bidMode: mode } : { bidMode: mode, follows: 'by_hand' })}
          options={[
            { value: 'all', label: 'One for all' },
            { value: 'country', label: 'By country' },
          ]}
        />
      }
    >
      {values.bidMode === 'all' ? (
        <AmountField
          label="Bid"
          description={lowest === undefined ? undefined : `At least ${bidText(lowest, unit)}.`}
          unit={unit}
          step={0.1}
          decimals={decimals}
          maw={220}
          {...field('bid')}
        />
      ) : (
        <CountryBids
          value={values.bids}
          onChange={(bids) => set('bids', bids)}
          others={values.otherBid}
          onOthers={(bid) => set('otherBid', bid)}
          minimum={(code) => minimums.get(code) ?? lowest ?? 0}
          errors={errors}
        />
      )}
      {values.bidMode === 'all' && <FollowFields form={form} />}
      {guide}
    </FormSection>
  );
}

const CAPS = [
  { value: '', label: 'As often as it is chosen' },
  ...[1, 2, 3, 5, 10].map((shows) => ({ value: String(shows), label: shows === 1 ? 'Once' : `${shows} times` })),
];
const PERIODS = [
  { value: '1', label: 'an hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** The options, and among them a value that was set by the API. */
const withValue = (options: readonly { value: string; label: string }[], value: string, label: string) =>
  options.some((option) => option.value === value) ? [...options] : [...options, { value, label }];

/** The fields that a limit of shows is for. */
type CapValues = { capShows: number | null; capHours: number };

/** How often one visitor sees an ad. */
export function CapFields({
  form: { values, errors, patch },
  title = 'How often one visitor sees it',
}: {
  form: FormPart<CapValues>;
  title?: string;
}) {
  const shows = values.capShows === null ? '' : String(values.capShows);
  const hours = String(values.capHours);
  return (
    <FormSection id="cap" title={title}>
      <FieldPair>
        <Select
          label="Limit"
          data={withValue(CAPS, shows, `${shows} times`)}
          value={shows}
          error={errors.capShows}
          onChange={(chosen) => patch({ capShows: Number(chosen) || null })}
        />
        {values.capShows !== null && (
          <Select
            label="In"
            data={withValue(PERIODS, hours, `${hours} hours`)}
            value={hours}
            error={errors.capHours}
            onChange={(chosen) => patch({ capHours: Number(chosen) })}
          />
        )}
      </FieldPair>
    </FormSection>
  );
}
