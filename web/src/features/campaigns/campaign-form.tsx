import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '~/api/http';
import { errorText, fieldErrors } from '~/api/problem';
import type { Campaign } from '~/api/types';
import { CAMPAIGN_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Checklist, FactList, FieldPair, FormLayout, FormSection, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { categoriesQuery, targetsQuery, trafficSourcesQuery } from '../targeting/lists';
import { audienceFacts, TargetingFields, useIpFeature } from '../targeting/targeting-fields';
import { fromTargeting, type TargetingValues, toTargeting } from '../targeting/values';

interface Values {
  name: string;
  target_id: string;
  categories: string[];
  traffic_source_id: string | null;
  daily_money_limit: number | '';
  total_money_limit: number | '';
  pacing: 'asap' | 'even';
  targeting: TargetingValues;
}

/** The most characters of a campaign's name. */
const NAME_MAX = CAMPAIGN_FORM_LIMITS.name.max;

/** The least daily or total limit, in dollars. */
const LIMIT_MIN = CAMPAIGN_FORM_LIMITS.daily_money_limit.min;

const limitOrNull = (limit: number | '' | string): number | null => (limit === '' ? null : Number(limit));

function initial(campaign: (Campaign & { traffic_source_id?: number | null }) | undefined): Values {
  return {
    name: campaign?.name ?? '',
    target_id: String(campaign?.target_id ?? 1),
    categories: (campaign?.categories ?? []).map(String),
    traffic_source_id: campaign?.traffic_source_id ? String(campaign.traffic_source_id) : null,
    daily_money_limit: campaign?.daily_money_limit ?? '',
    total_money_limit: campaign?.total_money_limit ?? '',
    pacing: campaign?.pacing ?? 'asap',
    targeting: fromTargeting(campaign),
  };
}

/** The form of a native campaign: a new one, or the one given. */
export function CampaignForm({ campaign }: { campaign?: Campaign }) {
  const unit = useUnit();
  const navigate = useNavigate();
  const client = useQueryClient();
  const withRanges = useIpFeature();
  const targets = useQuery(targetsQuery);
  const categories = useQuery(categoriesQuery);
  const sources = useQuery(trafficSourcesQuery);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({
    initialValues: initial(campaign),
    validateInputOnBlur: true,
    validate: {
      name: (name) => (name.trim() ? null : 'Give the campaign a name that you will recognise in lists.'),
      daily_money_limit: (limit) =>
        limit === '' || Number(limit) >= LIMIT_MIN ? null : 'At least $1, or empty for no limit.',
      total_money_limit: (limit, values) =>
        limit !== '' && Number(limit) < LIMIT_MIN
          ? 'At least $1, or empty for no limit.'
          : limit !== '' && values.daily_money_limit !== '' && Number(limit) < Number(values.daily_money_limit)
            ? 'The total is below the daily limit.'
            : null,
      targeting: { hours: (hours) => (hours.length > 0 ? null : 'Choose at least one hour.') },
    },
  });
  const guard = useUnsavedGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const body = {
        name: values.name.trim(),
        target_id: Number(values.target_id),
        offer_id: campaign?.offer_id ?? null,
        categories: values.categories.map(Number),
        traffic_source_id: values.traffic_source_id ? Number(values.traffic_source_id) : null,
        daily_money_limit: limitOrNull(values.daily_money_limit),
        total_money_limit: limitOrNull(values.total_money_limit),
        pacing: values.pacing,
        ...toTargeting(values.targeting, withRanges),
      };
      const saved = campaign
        ? await call<{ data: Campaign }>('PUT', `/api/advertiser/campaigns/${campaign.id}`, {
            body: { ...body, version: campaign.version },
          })
        : await call<{ data: Campaign }>('POST', '/api/advertiser/campaigns', { body });
      return saved.data;
    },
    onSuccess: async (saved) => {
      guard.release();
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      toast(campaign ? 'Campaign saved' : 'Campaign created', campaign ? {} : { detail: 'Now add a group with ads.' });
      await navigate(campaign ? paths.campaign(saved.id) : paths.groupCreate(saved.id));
    },
    onError: (thrown) => {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      setFailure(thrown);
      showFirstError();
    },
  });
  const values = form.values;
  const targeting = (patch: Partial<TargetingValues>) =>
    form.setFieldValue('targeting', { ...values.targeting, ...patch });
  const limit = (amount: number | '') => (amount === '' ? 'No limit' : formatMoney(Number(amount), unit));
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((valid) => {
        setFailure(null);
        save.mutate(valid);
      }, showFirstError)}
    >
      <FormLayout
        aside={
          <SummaryBox>
            <Checklist
              items={[
                { key: 'name', done: values.name.trim() !== '', label: 'Name' },
                {
                  key: 'categories',
                  done: values.categories.length > 0,
                  label: 'Categories, so that sites that refuse them are left out',
                },
                {
                  key: 'budget',
                  done: values.daily_money_limit !== '' || values.total_money_limit !== '',
                  label: 'A limit, so that it never spends more than you want',
                },
                { key: 'hours', done: values.targeting.hours.length > 0, label: 'At least one hour of the week' },
              ]}
            />
            <FactList
              facts={[
                ['At most a day', limit(values.daily_money_limit)],
                ['At most at all', limit(values.total_money_limit)],
                ...audienceFacts(values.targeting),
              ]}
            />
            {failure !== null && <Note tone="bad">{errorText(failure)}</Note>}
            <Button variant="accent" type="submit" busy={save.isPending} full>
              {campaign ? 'Save' : 'Create the campaign'}
            </Button>
            <p className="s12 t2">You pay for valid clicks only. Nobody is charged past a limit or the balance.</p>
          </SummaryBox>
        }
      >
        <FormSection id="what" title="What you advertise">
          <TextInput label="Name" maxLength={NAME_MAX} required {...form.getInputProps('name')} />
          <FieldPair>
            <Select
              label="Leads to"
              data={(targets.data ?? []).map((target) => ({ value: String(target.id), label: target.name }))}
              {...form.getInputProps('target_id')}
            />
            <MultiSelect
              label="Categories"
              description="What is advertised. Sites may refuse some."
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the categories' }}
              data={(categories.data ?? []).map((category) => ({ value: String(category.id), label: category.name }))}
              {...form.getInputProps('categories')}
            />
          </FieldPair>
          <Select
            label="Traffic source"
            description="Only visitors who came to the page this way."
            placeholder="All sources"
            clearable
            clearButtonProps={{ 'aria-label': 'All sources' }}
            data={(sources.data ?? []).map((source) => ({ value: String(source.id), label: source.name }))}
            {...form.getInputProps('traffic_source_id')}
          />
        </FormSection>
        <FormSection id="budget" title="Budget">
          <FieldPair>
            <NumberInput
              label="Daily limit"
              description="A day is a UTC day. Empty: no limit."
              prefix="$"
              placeholder="No limit"
              min={0}
              decimalScale={2}
              step={10}
              {...form.getInputProps('daily_money_limit')}
            />
            <NumberInput
              label="Total limit"
              description="For as long as the campaign lives. Empty: no limit."
              prefix="$"
              placeholder="No limit"
              min={0}
              decimalScale={2}
              step={100}
              {...form.getInputProps('total_money_limit')}
            />
          </FieldPair>
          <div className="row wrap">
            <span className="s13">Spend the day's budget</span>
            <Segmented<'asap' | 'even'>
              label="Pacing"
              value={values.pacing}
              onChange={(pacing) => form.setFieldValue('pacing', pacing)}
              options={[
                { value: 'asap', label: 'As fast as possible' },
                { value: 'even', label: 'Evenly over the day' },
              ]}
            />
          </div>
        </FormSection>
        <TargetingFields
          value={values.targeting}
          onChange={targeting}
          errors={{
            ...(form.errors as Record<string, string>),
            time_targeting: (form.errors['targeting.hours'] ?? form.errors.time_targeting) as string | undefined,
          }}
        />
      </FormLayout>
    </form>
  );
}
