import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { call } from '~/api/http';
import { errorText, fieldErrors } from '~/api/problem';
import type { Ad, AdGroup, Campaign } from '~/api/types';
import { useUnit, useUser } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import {
  CheckChoices,
  Checklist,
  CountedLabel,
  FactList,
  FieldPair,
  FormLayout,
  FormSection,
  SummaryBox,
} from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { minBidsQuery } from '../targeting/lists';
import { AdPreviews } from './ad-previews';
import { type AdValues, adBody, emptyAd, FORMATS, fromAd, landingHost, missingFor, titleRange } from './ad-values';
import { CountryBids } from './country-bids';
import { type Macro, MacroMenu } from './macro-menu';
import { type Cut, drawCut, type Picture, SHAPES, type ShapeKind } from './picture';
import { PictureField, type SavedPictures } from './picture-field';

/** The pictures as the preview shows them: freshly cut ones before saved ones. */
function usePreviews(
  picture: Picture | null,
  cuts: Partial<Record<ShapeKind, Cut>>,
  saved: SavedPictures,
): SavedPictures {
  const [drawn, setDrawn] = useState<SavedPictures>({});
  useEffect(() => {
    if (!picture) return;
    let stale = false;
    for (const shape of SHAPES) {
      const cut = cuts[shape.kind];
      if (!cut) continue;
      drawCut(picture, cut, shape.width, shape.height).then(
        (url) => !stale && setDrawn((before) => ({ ...before, [shape.kind]: url })),
        () => undefined,
      );
    }
    return () => {
      stale = true;
    };
  }, [picture, cuts]);
  return useMemo(() => ({ ...saved, ...(picture ? drawn : {}) }), [saved, drawn, picture]);
}

/** The form of a universal ad with live previews: a new one of a group, or the one given. */
export function AdForm({ campaign, group, ad }: { campaign: Campaign; group: AdGroup; ad?: Ad }) {
  const unit = useUnit();
  const user = useUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [picture, setPicture] = useState<Picture | null>(null);
  const [cuts, setCuts] = useState<Partial<Record<ShapeKind, Cut>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const saved = useMemo<SavedPictures>(
    () => Object.fromEntries((ad?.media_contents ?? []).map((content) => [content.kind, content.url])),
    [ad],
  );
  const previews = usePreviews(picture, cuts, saved);
  const form = useForm<AdValues>({
    initialValues: ad ? fromAd(ad) : emptyAd(),
    validateInputOnBlur: true,
    validate: {
      original_url: (url) => (landingHost(url) ? null : 'An address that starts with http:// or https://.'),
      title: (title, values) => missingFor('title', { ...values, title }, true),
      short_description: (text, values) =>
        missingFor('short_description', { ...values, short_description: text }, true),
      full_text: (text, values) => missingFor('full_text', { ...values, full_text: text }, true),
      formats: (formats) => (formats.length > 0 ? null : 'Choose at least one format.'),
      bid: (bid, values) =>
        values.bidMode === 'all' && !(Number(bid) > 0) ? 'What a valid click is worth to you.' : null,
      bids: (bids, values) => (values.bidMode === 'country' && bids.length === 0 ? 'Add at least one country.' : null),
    },
  });
  const values = form.values;
  const hasPicture = picture !== null || Object.keys(saved).length > 0;
  const pictureMissing = missingFor('picture', values, hasPicture);
  const guard = useUnsavedGuard(() => form.isDirty() || picture !== null);
  const save = useMutation({
    mutationFn: async (valid: AdValues) => {
      const body = adBody(valid, picture, cuts, ad?.version);
      const path = ad
        ? `/api/advertiser/ads/universal/${ad.id}`
        : `/api/advertiser/ad_groups/${group.id}/ads/universal`;
      return (await call<{ data: Ad }>(ad ? 'PUT' : 'POST', path, { body })).data;
    },
    onSuccess: async (stored) => {
      guard.release();
      await client.invalidateQueries({ queryKey: ['ads'] });
      toast(ad ? 'Ad saved' : 'Ad created', {
        detail: stored.status_id === 2 ? 'It waits for a moderator.' : undefined,
      });
      await navigate(paths.medias(campaign.id, group.id));
    },
    onError: (thrown) => {
      form.setErrors(
        fieldErrors(thrown, {
          one_bid_for_all_geo: values.bidMode === 'all' ? 'bid' : 'otherBid',
          supported_block_format_types: 'formats',
        }),
      );
      setFailure(thrown);
      showFirstError();
    },
  });
  const errors = form.errors as Record<string, string | undefined>;
  const bounds = useQuery(minBidsQuery).data;
  const lowest = bounds?.min_bid ?? user?.minimum_bid;
  const minimums = useMemo(
    () => new Map((bounds?.countries ?? []).map((country) => [country.country_code, country.min_bid])),
    [bounds],
  );
  const macros = useQuery({
    queryKey: ['system', 'macros'],
    queryFn: async ({ signal }) => (await call<{ data: Macro[] }>('GET', '/api/system/macros', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const insertMacro = (name: string) => {
    const url = values.original_url;
    const separator = url.includes('?') ? '&' : '?';
    form.setFieldValue('original_url', `${url}${separator}${name}={${name}}`);
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((valid) => {
        setFailure(null);
        if (!pictureMissing) save.mutate(valid);
      }, () => showFirstError())}
    >
      <FormLayout
        wide
        aside={
          <>
            <AdPreviews values={values} pictures={previews} />
            <SummaryBox>
              <Checklist
                items={[
                  { key: 'url', done: landingHost(values.original_url) !== null, label: 'Landing page' },
                  {
                    key: 'title',
                    done: missingFor('title', values, hasPicture) === null,
                    label: missingFor('title', values, hasPicture) ?? 'Title',
                  },
                  ...(pictureMissing || hasPicture
                    ? [{ key: 'picture', done: !pictureMissing, label: pictureMissing ?? 'Picture' }]
                    : []),
                  ...(missingFor('short_description', values, hasPicture) === null
                    ? []
                    : [{ key: 'text', done: false, label: missingFor('short_description', values, hasPicture) }]),
                  ...(missingFor('full_text', values, hasPicture) === null
                    ? []
                    : [{ key: 'full', done: false, label: missingFor('full_text', values, hasPicture) }]),
                  {
                    key: 'bid',
                    done: values.bidMode === 'country' ? values.bids.length > 0 : Number(values.bid) > 0,
                    label: 'Bid',
                  },
                ]}
              />
              <FactList
                facts={[
                  ['Campaign', campaign.name],
                  ['Group', group.name],
                  [
                    'Price of a valid click',
                    values.bidMode === 'all'
                      ? formatMoney(Number(values.bid) || null, unit, 3)
                      : `By country, ${values.bids.length}`,
                  ],
                ]}
              />
              {failure !== null && <Note tone="bad">{errorText(failure)}</Note>}
              <Button variant="accent" type="submit" busy={save.isPending} full>
                {ad ? 'Save' : 'Send to moderation'}
              </Button>
              <p className="s12 t2">
                {group.auto_start_ads
                  ? 'A person reads it. It starts by itself after that.'
                  : 'A person reads it. Start it in the list after that.'}
              </p>
            </SummaryBox>
          </>
        }
      >
        {ad?.status_id === 3 && (
          <Note tone="bad">
            Rejected: {ad.ban_reasons.map((reason) => reason.text).join(', ')}
            {ad.ban_comment ? `. ${ad.ban_comment}` : ''}. Change it and send it again.
          </Note>
        )}
        <FormSection
          id="landing"
          title="Landing page"
          actions={<MacroMenu macros={macros.data ?? []} onPick={insertMacro} />}
        >
          <TextInput
            label="Address"
            type="url"
            placeholder="https://shop.example/offer?c={click_id}"
            description="Words in braces are filled in at the click; {click_id} is what your tracker sends back with a conversion."
            maxLength={2000}
            required
            {...form.getInputProps('original_url')}
          />
        </FormSection>
        <FormSection id="words" title="Words">
          <TextInput
            label={<CountedLabel label="Title" text={values.title} {...titleRange(values.formats)} />}
            maxLength={120}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={
              <CountedLabel
                label="Description"
                text={values.short_description}
                max={values.formats.includes(4) ? 120 : 140}
              />
            }
            autosize
            minRows={2}
            maxLength={300}
            {...form.getInputProps('short_description')}
          />
          <TextInput
            label={<CountedLabel label="Brand" text={values.brand} max={25} />}
            placeholder={landingHost(values.original_url) ?? 'Else the landing page’s domain'}
            maxLength={40}
            {...form.getInputProps('brand')}
          />
          {values.formats.some((format) => format === 2 || format === 8) && (
            <Textarea
              label={
                <CountedLabel
                  label="Full text"
                  text={values.full_text}
                  max={values.formats.includes(8) ? 1500 : 5000}
                />
              }
              autosize
              minRows={5}
              maxLength={6000}
              {...form.getInputProps('full_text')}
            />
          )}
        </FormSection>
        <FormSection id="picture" title="Picture">
          <PictureField
            picture={picture}
            saved={saved}
            onPicture={setPicture}
            onCut={(kind, cut) => setCuts((before) => ({ ...before, [kind]: cut }))}
            error={
              errors.media_content_file_square ??
              errors.media_content_file_horizontal ??
              (form.submitting || failure !== null ? (pictureMissing ?? undefined) : undefined)
            }
          />
        </FormSection>
        <FormSection id="formats" title="Formats" hint="Where it can be shown. Each needs its own parts.">
          <CheckChoices
            label="Formats"
            options={FORMATS.map((format) => ({ value: format.id, label: format.label }))}
            value={values.formats}
            onChange={(formats) => form.setFieldValue('formats', formats)}
          />
          {errors.formats && <p className="s12 down">{errors.formats}</p>}
        </FormSection>
        <FormSection
          id="bid"
          title="Bid for a valid click"
          actions={
            <Segmented<'all' | 'country'>
              label="Bid"
              value={values.bidMode}
              onChange={(mode) => form.setFieldValue('bidMode', mode)}
              options={[
                { value: 'all', label: 'One for all' },
                { value: 'country', label: 'By country' },
              ]}
            />
          }
        >
          {values.bidMode === 'all' ? (
            <NumberInput
              label="Bid"
              description={lowest === undefined ? undefined : `At least ${formatMoney(lowest, unit, 3)}.`}
              prefix="$"
              min={0}
              step={0.1}
              decimalScale={3}
              maw={220}
              {...form.getInputProps('bid')}
            />
          ) : (
            <CountryBids
              value={values.bids}
              onChange={(bids) => form.setFieldValue('bids', bids)}
              others={values.otherBid}
              onOthers={(bid) => form.setFieldValue('otherBid', bid)}
              minimum={(code) => minimums.get(code) ?? lowest ?? 0}
              errors={errors}
            />
          )}
        </FormSection>
        <FormSection id="cap" title="How often one visitor sees it">
          <FieldPair>
            <Select
              label="Limit"
              data={[
                { value: '', label: 'As often as it is chosen' },
                ...[1, 2, 3, 5, 10].map((shows) => ({
                  value: String(shows),
                  label: shows === 1 ? 'Once' : `${shows} times`,
                })),
              ]}
              value={values.capShows ? String(values.capShows) : ''}
              onChange={(shows) => form.setFieldValue('capShows', Number(shows) || null)}
            />
            {values.capShows !== null && (
              <Select
                label="In"
                data={[
                  { value: '1', label: 'an hour' },
                  { value: '24', label: '24 hours' },
                  { value: '168', label: '7 days' },
                  { value: '720', label: '30 days' },
                ]}
                value={String(values.capHours)}
                onChange={(hours) => form.setFieldValue('capHours', Number(hours))}
              />
            )}
          </FieldPair>
        </FormSection>
      </FormLayout>
    </form>
  );
}
