import { Select, TextInput } from '@mantine/core';
import type { OfferResource } from '~/api/sdk';
import { ManyField, OneField } from '~/ui/choice-fields';
import { type Choice, choicesOf } from '~/ui/choices';
import { FieldPair } from '~/ui/form';
import type { FormOf } from '../../form/use-form';
import { type CampaignValues, FORMATS, NAME_MAX } from '../campaign-values';
import { MarksField } from './marks';

/** Offers for the target; one that was closed stays with its campaign, and one that its owner is given no name of. */
function offerChoices(
  offers: readonly OfferResource[],
  { target_id, offer_id }: CampaignValues,
  isAll: boolean,
): Choice[] {
  const isGone = offer_id !== null && !offers.some(({ id }) => String(id) === offer_id);
  return [
    ...choicesOf(offers.filter((offer) => String(offer.target_id) === target_id)),
    ...(isGone ? [{ value: offer_id, label: isAll ? `#${offer_id}, closed` : `#${offer_id}` }] : []),
  ];
}

/** What is advertised, and what it is called. */
export function WhatFields({
  form: { values, field },
  lists: { targets, categories, sources, offers },
  isAll,
}: {
  form: FormOf<CampaignValues>;
  lists: { targets: Choice[]; categories: Choice[]; sources: Choice[]; offers: OfferResource[] };
  /** All offers that stand are given: one that is not among them was closed. */
  isAll: boolean;
}) {
  return (
    <>
      <TextInput label="Name" maxLength={NAME_MAX} required {...field('name')} />
      <FieldPair>
        <Select label="Leads to" data={targets} {...field('target_id')} />
        <ManyField
          label="Categories"
          description="What is advertised. Sites may refuse some."
          clear="Clear the categories"
          data={categories}
          {...field('categories')}
        />
      </FieldPair>
      {(offers.length > 0 || values.offer_id !== null) && (
        <OneField
          label="Offer"
          description="What of the network's offers it promotes."
          empty="No offer"
          clear="No offer"
          data={offerChoices(offers, values, isAll)}
          {...field('offer_id')}
        />
      )}
      <MarksField {...field('marks')} />
      <OneField
        label="Format of new ads"
        description="What the form of a new ad opens with. Groups may have another one."
        empty="Native and teaser"
        clear="No format of its own"
        data={FORMATS}
        {...field('ad_format_type_id')}
      />
      <OneField
        label="Traffic source"
        description="Only visitors who came to the page this way."
        empty="All sources"
        clear="All sources"
        data={sources}
        {...field('traffic_source_id')}
      />
    </>
  );
}
