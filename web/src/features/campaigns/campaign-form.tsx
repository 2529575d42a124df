import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createCampaignMutation, updateCampaignMutation } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import type { PacingName } from '~/api/words';
import { useUnit } from '~/app/queries';
import { paths } from '~/lib/paths';
import { AmountField } from '~/ui/amount-field';
import { choicesOf, ManyField, OneField } from '~/ui/choices';
import { Segmented } from '~/ui/controls';
import { FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { categoriesQuery, targetsQuery, trafficSourcesQuery } from '../targeting/lists';
import { useTargetingNames } from '../targeting/names';
import { audienceFacts, TargetingFields, useIpFeature } from '../targeting/targeting-fields';
import {
  campaignBody,
  campaignChecklist,
  campaignFacts,
  campaignFields,
  LIMIT_DECIMALS,
  limitsWarning,
  NAME_MAX,
  PACINGS,
  reachBody,
} from './campaign-values';
import { Reach } from './reach';

/** What both limits take. */
const LIMIT = { placeholder: 'No limit', decimals: LIMIT_DECIMALS };

/** The form of a native campaign: a new one, or the one given. */
export function CampaignForm({ campaign }: { campaign?: Campaign }) {
  const unit = useUnit();
  const navigate = useNavigate();
  const withRanges = useIpFeature();
  const targets = choicesOf(useQuery(targetsQuery).data);
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const sources = choicesOf(useQuery(trafficSourcesQuery).data);
  const create = useMutation(createCampaignMutation());
  const update = useMutation(updateCampaignMutation());
  const form = useForm({
    item: campaign,
    ...campaignFields(unit, { targets, categories, sources, names: useTargetingNames(campaign) }),
    send: async (values, held) => {
      const body = campaignBody(values, withRanges, held);
      const { data } = held
        ? await update.mutateAsync({ path: { id: held.id }, body })
        : await create.mutateAsync({ body });
      return data;
    },
    saved: ({ id }) => {
      toast(campaign ? 'Campaign saved' : 'Campaign created', campaign ? {} : { detail: 'Now add a group with ads.' });
      return navigate(campaign ? paths.campaign(id) : paths.groupCreate(id));
    },
  });
  const { values, field } = form;
  const names = useTargetingNames({ ...values.places, isps: values.isps });
  const warning = limitsWarning(values);
  return (
    <FormPage
      form={form}
      submit={campaign ? 'Save' : 'Create the campaign'}
      hint="You pay for valid clicks only. Nobody is charged past a limit or the balance."
      checklist={campaignChecklist(values)}
      facts={[
        ...campaignFacts(values, unit),
        ...audienceFacts(values, names),
        ['Possible shows', <Reach key="reach" audience={reachBody(values, withRanges, campaign)} />],
      ]}
    >
      <FormSection id="what" title="What you advertise">
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
        <OneField
          label="Traffic source"
          description="Only visitors who came to the page this way."
          empty="All sources"
          clear="All sources"
          data={sources}
          {...field('traffic_source_id')}
        />
      </FormSection>
      <FormSection id="budget" title="Budget">
        <FieldPair>
          <AmountField
            unit={unit}
            label="Daily limit"
            description="A day is a UTC day. Empty: no limit."
            step={10}
            {...LIMIT}
            {...field('daily_money_limit')}
          />
          <AmountField
            unit={unit}
            label="Total limit"
            description="For as long as the campaign lives. Empty: no limit."
            step={100}
            {...LIMIT}
            {...field('total_money_limit')}
          />
        </FieldPair>
        {warning && <Note tone="warn">{warning}</Note>}
        <div className="row wrap">
          <span className="s13">Spend the day's budget</span>
          <Segmented<PacingName>
            label="Pacing"
            value={values.pacing}
            onChange={(pacing) => form.set('pacing', pacing)}
            options={PACINGS}
          />
        </div>
      </FormSection>
      <TargetingFields value={values} onChange={form.patch} errors={form.errors} />
    </FormPage>
  );
}
