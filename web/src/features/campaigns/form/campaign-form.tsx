import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createCampaignMutation,
  dataOf,
  getCampaignOptions,
  listOffersOptions,
  updateCampaignMutation,
} from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { choicesOf } from '~/ui/choices';
import { FormSection } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FillFrom } from '../../copy-from/copy-from';
import { FormPage } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useNavigateHere } from '../../form/use-navigate-here';
import { useSend } from '../../form/use-send';
import { useSite } from '../../public/site';
import { useIpFeature } from '../../targeting/ip-feature';
import { categoriesQuery, targetsQuery, trafficSourcesQuery } from '../../targeting/lists';
import { useTargetingNames } from '../../targeting/names';
import { audienceFacts, TargetingFields } from '../../targeting/targeting-fields';
import { toTargeting } from '../../targeting/values';
import {
  campaignBody,
  campaignChecklist,
  campaignFacts,
  campaignFields,
  campaignValues,
  reachBody,
} from '../campaign-values';
import { limitBounds } from '../limit-bounds';
import { Reach } from '../reach/reach';
import { BudgetFields } from './budget-fields';
import { WhatFields } from './campaign-fields';
import { ExcludedGroups } from './excluded-groups';

/** The form of a native campaign: a new one, or the one given. */
export function CampaignForm({ campaign }: { campaign?: Campaign }) {
  const unit = useUnit();
  const navigate = useNavigateHere();
  const withRanges = useIpFeature();
  const client = useQueryClient();
  // Only who may promote offers gets any.
  const offered = useQuery({ ...listOffersOptions(), select: dataOf });
  const lists = {
    targets: choicesOf(useQuery(targetsQuery).data),
    categories: choicesOf(useQuery(categoriesQuery).data),
    sources: choicesOf(useQuery(trafficSourcesQuery).data),
    offers: offered.data ?? [],
  };
  const isTrusted = useUser()?.is_trusted ?? false;
  const bounds = limitBounds(useSite());
  const create = useSend(createCampaignMutation());
  const update = useSend(updateCampaignMutation());
  const form = useForm({
    item: campaign,
    ...campaignFields(
      unit,
      { ...lists, offers: choicesOf(lists.offers), names: useTargetingNames(campaign) },
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
  const { values } = form;
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
            <FillFrom
              what="campaign"
              ask={(id) => getCampaignOptions({ path: { id } })}
              ready={async (from) => {
                // A new campaign takes no closed offer.
                const { data: open } = await client.fetchQuery(listOffersOptions());
                return open.some(({ id }) => id === from.offer_id) ? from : { ...from, offer_id: null };
              }}
              take={(from) => form.patch({ ...campaignValues(from), name: values.name || from.name })}
            />
          )
        }
      >
        <WhatFields form={form} lists={lists} isAll={isTrusted && offered.isSuccess} />
      </FormSection>
      <BudgetFields form={form} />
      <TargetingFields value={values} onChange={form.patch} errors={form.errors} />
    </FormPage>
  );
}
