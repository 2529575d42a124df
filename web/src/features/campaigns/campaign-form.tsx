import { Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createCampaignMutation,
  dataOf,
  getCampaignOptions,
  listOffersOptions,
  updateCampaignMutation,
} from '~/api/queries';
import type { Campaign, OfferResource } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { type Choice, choicesOf, ManyField, OneField } from '~/ui/choices';
import { FieldPair, FormSection } from '~/ui/form';
import { toast } from '~/ui/toast';
import { CopyFrom } from '../copy-from/copy-from';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { useSite } from '../public/site';
import { useIpFeature } from '../targeting/ip-feature';
import { categoriesQuery, targetsQuery, trafficSourcesQuery } from '../targeting/lists';
import { useTargetingNames } from '../targeting/names';
import { audienceFacts, TargetingFields } from '../targeting/targeting-fields';
import { toTargeting } from '../targeting/values';
import { BudgetFields } from './budget-fields';
import {
  type CampaignValues,
  campaignBody,
  campaignChecklist,
  campaignFacts,
  campaignFields,
  campaignValues,
  FORMATS,
  NAME_MAX,
  reachBody,
} from './campaign-values';
import { ExcludedGroups } from './excluded-groups';
import { limitBounds } from './limit-bounds';
import { MarksField } from './marks';
import { Reach } from './reach';

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

/** The form of a native campaign: a new one, or the one given. */
export function CampaignForm({ campaign }: { campaign?: Campaign }) {
  const unit = useUnit();
  const navigate = useNavigate();
  const withRanges = useIpFeature();
  const targets = choicesOf(useQuery(targetsQuery).data);
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const sources = choicesOf(useQuery(trafficSourcesQuery).data);
  const client = useQueryClient();
  // Only who may promote offers gets any.
  const offered = useQuery({ ...listOffersOptions(), select: dataOf });
  const offers = offered.data ?? [];
  const isTrusted = useUser()?.is_trusted ?? false;
  const bounds = limitBounds(useSite());
  const create = useSend(createCampaignMutation());
  const update = useSend(updateCampaignMutation());
  const form = useForm({
    item: campaign,
    ...campaignFields(
      unit,
      { targets, categories, sources, offers: choicesOf(offers), names: useTargetingNames(campaign) },
      bounds,
      campaign,
    ),
    send: async (values, held) => {
      const body = campaignBody(values, withRanges, held);
      return held ? update({ path: { id: held.id }, body }) : create({ body });
    },
    saved: ({ id }) => {
      toast(campaign ? 'Campaign saved' : 'Campaign created', campaign ? {} : { detail: 'Now add a group with ads.' });
      return navigate(campaign ? paths.campaign(id) : paths.groupCreate(id));
    },
  });
  const { values, field } = form;
  const names = useTargetingNames({ ...values.places, isps: values.isps });
  return (
    <FormPage
      form={form}
      submit={campaign ? 'Save' : 'Create the campaign'}
      hint="You pay for valid clicks only. Nobody is charged past a limit or the balance."
      checklist={campaignChecklist(values)}
      warning={campaign && <ExcludedGroups campaign={campaign.id} targeting={toTargeting(values, false, campaign)} />}
      facts={[
        ...campaignFacts(values, unit),
        ...audienceFacts(values, names),
        ['Possible shows', <Reach key="reach" audience={reachBody(values, withRanges, campaign)} />],
      ]}
    >
      <FormSection
        id="what"
        title="What you advertise"
        actions={
          !campaign && (
            <CopyFrom
              what="campaign"
              take={async (id) => {
                const { data } = await client.fetchQuery({ ...getCampaignOptions({ path: { id } }), staleTime: 0 });
                const copied = campaignValues(data);
                // A new campaign takes no closed offer.
                const { data: open } = await client.fetchQuery(listOffersOptions());
                const offer_id = open.some(({ id: one }) => String(one) === copied.offer_id) ? copied.offer_id : null;
                form.patch({ ...copied, offer_id, name: values.name || data.name });
              }}
            />
          )
        }
      >
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
            data={offerChoices(offers, values, isTrusted && offered.isSuccess)}
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
      </FormSection>
      <BudgetFields form={form} />
      <TargetingFields value={values} onChange={form.patch} errors={form.errors} />
    </FormPage>
  );
}
