import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPushCampaignMutation, getPushCampaignOptions, updatePushCampaignMutation } from '~/api/queries';
import type { PushCampaign } from '~/api/sdk';
import { CAMPAIGN_FORM_LIMITS, SUBSCRIPTION_DAYS_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { paths } from '~/lib/paths';
import { choicesOf } from '~/ui/choices';
import { Tick } from '~/ui/controls';
import { FormSection } from '~/ui/form';
import { toast } from '~/ui/toast';
import { CapFields } from '../../ads/form/ad-fields';
import { BudgetFields } from '../../campaigns/form/budget-fields';
import { FillFrom } from '../../copy-from/copy-from';
import { FormPage } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useNavigateHere } from '../../form/use-navigate-here';
import { useSend } from '../../form/use-send';
import { useIpFeature } from '../../targeting/ip-feature';
import { categoriesQuery } from '../../targeting/lists';
import { useTargetingNames } from '../../targeting/names';
import { useKnownSources } from '../../targeting/sources';
import { audienceFacts, TargetingFields } from '../../targeting/targeting-fields';
import { pushSettingsQuery } from '../api';
import { NAME_MAX, pushBody, pushChecklist, pushFacts, pushFields, pushReachBody, pushValues } from '../push-values';
import { NeverFields, SubscriberFields, WhatFields } from './push-campaign-fields';
import { PushReach } from './push-reach';

/** The oldest age that is told apart, until the network says it. */
const DAYS_MAX = SUBSCRIPTION_DAYS_LIMITS.to_days.max;

/** The form of a push campaign: a new one, a copy, or the one given. */
export function PushCampaignForm({ campaign, copyOf }: { campaign?: PushCampaign; copyOf?: PushCampaign }) {
  const unit = useUnit();
  const navigate = useNavigateHere();
  const withRanges = useIpFeature();
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const bounds = useQuery(pushSettingsQuery).data;
  const [withAds, setWithAds] = useState(true);
  const create = useSend(createPushCampaignMutation());
  const update = useSend(updatePushCampaignMutation());
  const limits = bounds ? { min: bounds.min_limit, max: bounds.max_limit } : CAMPAIGN_FORM_LIMITS.daily_money_limit;
  const days = bounds?.subscription_days_max ?? DAYS_MAX;
  const fields = pushFields(
    unit,
    {
      categories,
      names: useTargetingNames(campaign ?? copyOf),
      known: useKnownSources({ whitelist_sites: [], whitelist_blocks: [], ...pushValues(campaign ?? copyOf) }),
    },
    { limits, days },
    campaign,
  );
  const form = useForm({
    item: campaign,
    ...fields,
    read: (item: PushCampaign | undefined) =>
      item || !copyOf
        ? fields.read(item)
        : { ...fields.read(copyOf), name: `${copyOf.name} (copy)`.slice(0, NAME_MAX) },
    send: async (values, held) => {
      const body = pushBody(values, withRanges, held);
      if (held) return update({ path: { uuid: held.uuid }, body });
      const copies = copyOf && withAds ? { copy_ads_of: copyOf.uuid } : {};
      return create({ body: { ...body, ...copies } });
    },
    saved: ({ uuid }) => {
      if (campaign) toast('Push campaign saved');
      else if (copyOf) toast('Push campaign copied', { detail: 'Look at it, then start it.' });
      else toast('Push campaign created', { detail: 'Now write its first ad.' });
      return navigate(campaign || copyOf ? paths.push(uuid) : paths.pushMediaCreate(uuid));
    },
  });
  const { values, errors } = form;
  const names = useTargetingNames({ ...values.places, isps: values.isps });
  return (
    <FormPage
      form={form}
      submit={campaign ? 'Save' : copyOf ? 'Create the copy' : 'Create the push campaign'}
      hint="You pay for valid clicks only. Nobody is charged past a limit or the balance."
      checklist={pushChecklist(values)}
      facts={[
        ...pushFacts(values, unit),
        ...audienceFacts(values, names),
        ['Reach', <PushReach key="reach" audience={pushReachBody(values, withRanges, campaign ?? copyOf)} />],
      ]}
    >
      <FormSection
        id="what"
        title="What you advertise"
        actions={
          !campaign &&
          !copyOf && (
            <FillFrom
              what="push campaign"
              ask={(_id, uuid) => getPushCampaignOptions({ path: { uuid } })}
              take={(from) => form.patch({ ...pushValues(from), name: values.name || from.name })}
            />
          )
        }
      >
        <WhatFields form={form} categories={categories} />
        {copyOf && copyOf.ads_count > 0 && (
          <Tick checked={withAds} onChange={setWithAds}>
            Copy its ads too, which moderation reads again
          </Tick>
        )}
      </FormSection>
      <BudgetFields form={form} />
      <SubscriberFields form={form} max={days} />
      <CapFields form={form} title="How often one person gets an ad of it" />
      <TargetingFields value={values} onChange={form.patch} errors={errors} pages={false} />
      <NeverFields form={form} />
    </FormPage>
  );
}
