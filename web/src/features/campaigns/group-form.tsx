import { MultiSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '~/api/http';
import { errorText, fieldErrors } from '~/api/problem';
import type { AdGroup, Campaign } from '~/api/types';
import { GROUP_FORM_LIMITS } from '~/api/words';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { hasExtendedPermissions } from '~/lib/roles';
import { Button } from '~/ui/button';
import { Switch } from '~/ui/controls';
import { Checklist, FactList, FieldPair, FormLayout, FormSection, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { categoriesQuery } from '../targeting/lists';
import { PasteList } from '../targeting/paste-list';
import { parseId } from '../targeting/pasted';
import { audienceFacts, TargetingFields, useIpFeature } from '../targeting/targeting-fields';
import { fromTargeting, type TargetingValues, toTargeting } from '../targeting/values';

/** The source lists of a group, with what the form says of each. */
const LISTS = [
  { name: 'blacklist_sites', label: 'Never on these sites', hint: 'Numbers of sites' },
  { name: 'blacklist_blocks', label: 'Never in these blocks', hint: 'Numbers of blocks' },
  { name: 'whitelist_sites', label: 'Only on these sites', hint: 'Numbers of sites; excludes all others' },
  { name: 'whitelist_blocks', label: 'Only in these blocks', hint: 'Numbers of blocks; excludes all others' },
] as const;

type ListName = (typeof LISTS)[number]['name'];

interface Values extends Record<ListName, number[]> {
  name: string;
  categories: string[];
  auto_start_ads: boolean;
  targeting: TargetingValues;
}

/** A group with its lists, as one resource tells it. */
export type AdGroupDetail = AdGroup & Partial<Record<ListName, number[]>>;

/** The most characters of a group's name. */
const NAME_MAX = GROUP_FORM_LIMITS.name.max;

function initial(group: AdGroupDetail | undefined): Values {
  return {
    name: group?.name ?? '',
    categories: (group?.categories ?? []).map(String),
    auto_start_ads: group?.auto_start_ads ?? true,
    targeting: fromTargeting(group),
    blacklist_sites: group?.blacklist_sites ?? [],
    blacklist_blocks: group?.blacklist_blocks ?? [],
    whitelist_sites: group?.whitelist_sites ?? [],
    whitelist_blocks: group?.whitelist_blocks ?? [],
  };
}

/** The form of an ad group: a new one of a campaign, or the one given. */
export function GroupForm({ campaign, group }: { campaign: Campaign; group?: AdGroupDetail }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useUser();
  const withRanges = useIpFeature();
  const categories = useQuery(categoriesQuery);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({
    initialValues: initial(group),
    validateInputOnBlur: true,
    validate: {
      name: (name) => (name.trim() ? null : 'Give the group a name, such as the audience that it is for.'),
      targeting: { hours: (hours) => (hours.length > 0 ? null : 'Choose at least one hour.') },
    },
  });
  const guard = useUnsavedGuard(() => form.isDirty());
  // Users with extended permissions leave the source lists as they are.
  const withLists = user !== undefined && !hasExtendedPermissions(user);
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const body = {
        name: values.name.trim(),
        categories: values.categories.map(Number),
        auto_start_ads: values.auto_start_ads,
        ...(withLists ? Object.fromEntries(LISTS.map(({ name }) => [name, values[name]])) : {}),
        ...toTargeting(values.targeting, withRanges),
      };
      const saved = group
        ? await call<{ data: AdGroup }>('PUT', `/api/advertiser/ad_groups/${group.id}`, {
            body: { ...body, version: group.version },
          })
        : await call<{ data: AdGroup }>('POST', `/api/advertiser/campaigns/${campaign.id}/ad_groups`, { body });
      return saved.data;
    },
    onSuccess: async (saved) => {
      guard.release();
      await client.invalidateQueries({ queryKey: ['groups'] });
      toast(group ? 'Group saved' : 'Group created', group ? {} : { detail: 'Now add its first ad.' });
      await navigate(group ? paths.group(campaign.id, saved.id) : paths.mediaCreate(campaign.id, saved.id));
    },
    onError: (thrown) => {
      form.setErrors(fieldErrors(thrown));
      setFailure(thrown);
      showFirstError();
    },
  });
  const values = form.values;
  const targeting = (patch: Partial<TargetingValues>) =>
    form.setFieldValue('targeting', { ...values.targeting, ...patch });
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
                { key: 'hours', done: values.targeting.hours.length > 0, label: 'At least one hour of the week' },
              ]}
            />
            <FactList facts={[['Campaign', campaign.name], ...audienceFacts(values.targeting)]} />
            <p className="s12 t2">
              An ad is shown where the targeting of the group and that of its campaign both hold.
            </p>
            {failure !== null && <Note tone="bad">{errorText(failure)}</Note>}
            <Button variant="accent" type="submit" busy={save.isPending} full>
              {group ? 'Save' : 'Create the group'}
            </Button>
          </SummaryBox>
        }
      >
        <FormSection id="group" title="Group">
          <FieldPair>
            <TextInput label="Name" maxLength={NAME_MAX} required {...form.getInputProps('name')} />
            <MultiSelect
              label="Categories of sites"
              description="What the sites are about."
              placeholder={values.categories.length === 0 ? 'All sites' : undefined}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the categories' }}
              data={(categories.data ?? []).map((category) => ({ value: String(category.id), label: category.name }))}
              {...form.getInputProps('categories')}
            />
          </FieldPair>
          <Switch
            plain
            label="Start ads by themselves once they are approved"
            checked={values.auto_start_ads}
            onChange={(event) => form.setFieldValue('auto_start_ads', event.currentTarget.checked)}
          />
        </FormSection>
        <TargetingFields
          value={values.targeting}
          onChange={targeting}
          errors={{
            ...(form.errors as Record<string, string>),
            time_targeting: (form.errors['targeting.hours'] ?? form.errors.time_targeting) as string | undefined,
          }}
        />
        {withLists && (
          <FormSection
            id="lists"
            title="Sources"
            hint="Paste numbers of sites and blocks; a statistics report tells them."
          >
            <FieldPair>
              {LISTS.map((list) => (
                <PasteList
                  key={list.name}
                  id={list.name}
                  label={list.label}
                  hint={list.hint}
                  value={values[list.name]}
                  onChange={(ids) => form.setFieldValue(list.name, ids)}
                  parse={parseId}
                  error={form.errors[list.name] as string | undefined}
                />
              ))}
            </FieldPair>
          </FormSection>
        )}
      </FormLayout>
    </form>
  );
}
