import { MultiSelect, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '~/api/http';
import { errorText, fieldErrors } from '~/api/problem';
import type { Site } from '~/api/types';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { Checklist, FactList, FieldPair, FormLayout, FormSection, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { categoriesQuery } from '../targeting/lists';
import { siteQuery } from './api';
import { bareDomain } from './domain';
import styles from './site-form.module.css';
import {
  COUNTERS,
  domainError,
  emptyMetric,
  METRICS_MAX,
  NAME_MAX,
  type SiteValues,
  siteBody,
  siteValues,
} from './site-values';

/** Names of the API that differ in the form. */
const RENAMED = { allowed_categories: 'allowed', forbidden_categories: 'forbidden' };

/** The form of a site: a new one, or the one given. */
export function SiteForm({ site }: { site?: Site }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useUser();
  const categories = useQuery(categoriesQuery);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<SiteValues>({
    initialValues: siteValues(site),
    validateInputOnBlur: true,
    validate: {
      domain: domainError,
      forbidden: (forbidden, values) =>
        forbidden.some((id) => values.allowed.includes(id)) ? 'A category cannot be both allowed and forbidden.' : null,
    },
  });
  const guard = useUnsavedGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: async (values: SiteValues) => {
      const body = siteBody(values, site?.version);
      const path = site ? `/api/webmaster/sites/${site.id}` : '/api/webmaster/sites';
      return (await call<{ data: Site }>(site ? 'PUT' : 'POST', path, { body })).data;
    },
    onSuccess: async (saved) => {
      guard.release();
      client.setQueryData(siteQuery(String(saved.id)).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['sites', 'list'] });
      toast(site ? 'Site saved' : 'Site added', {
        detail: saved.status_id === 1 ? 'A person looks at it; you can make its blocks meanwhile.' : undefined,
      });
      await navigate(site ? paths.site(saved.id) : paths.blockCreate(saved.id));
    },
    onError: (thrown) => {
      form.setErrors(fieldErrors(thrown, RENAMED));
      setFailure(thrown);
      showFirstError();
    },
  });
  const values = form.values;
  const moved = site?.status_id === 2 && !user?.is_trusted && bareDomain(values.domain.trim()) !== site.domain;
  const options = (categories.data ?? []).map((category) => ({ value: String(category.id), label: category.name }));
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((valid) => {
        setFailure(null);
        save.mutate(valid);
      }, () => showFirstError())}
    >
      <FormLayout
        aside={
          <SummaryBox>
            {site && (
              <FactList
                facts={[
                  ['Status', <StatusBadge key="status" status={statusOf(SITE_STATUSES, site.status_id)} />],
                  ['Blocks', String(site.blocks_count)],
                ]}
              />
            )}
            <Checklist
              items={[
                { key: 'domain', done: domainError(values.domain) === null, label: 'Address' },
                { key: 'category', done: values.category !== null, label: 'Category, so that fitting ads are chosen' },
                {
                  key: 'metrics',
                  done: values.metrics.some((metric) => metric.url?.trim()),
                  label: 'A counter: with one a site is approved faster',
                },
              ]}
            />
            {moved && (
              <Note tone="warn">Another address must be approved again. Until then its blocks stay empty.</Note>
            )}
            {failure !== null && <Note tone="bad">{errorText(failure)}</Note>}
            <Button variant="accent" type="submit" busy={save.isPending} full>
              {site ? 'Save' : 'Add the site'}
            </Button>
            {!site && (
              <p className="s12 t2">
                {user?.is_trusted
                  ? 'It can show ads at once.'
                  : 'A person looks at it before it shows ads. You can make its blocks at once.'}
              </p>
            )}
          </SummaryBox>
        }
      >
        {site?.status_id === 3 && (
          <Note tone="bad">
            The site was not accepted{site.reject_comment ? `: ${site.reject_comment}` : '.'} Save it changed, and it is
            looked at again.
          </Note>
        )}
        <FormSection id="site" title="Site">
          <TextInput
            label="Address"
            description="Ads appear only on its pages and those of its subdomains."
            placeholder="harborpost.example"
            inputMode="url"
            autoComplete="url"
            maxLength={2000}
            required
            {...form.getInputProps('domain')}
          />
          <FieldPair>
            <TextInput
              label="Name"
              placeholder={bareDomain(values.domain.trim()) || 'As the address'}
              maxLength={NAME_MAX}
              {...form.getInputProps('name')}
            />
            <Select
              label="What it is about"
              placeholder="Choose a category"
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the category' }}
              data={options}
              {...form.getInputProps('category')}
            />
          </FieldPair>
        </FormSection>
        <FormSection
          id="ads"
          title="Ads"
          hint="Fewer kinds of ads mean less competition for your places, and less income."
        >
          <FieldPair>
            <MultiSelect
              label="Only ads about"
              placeholder={values.allowed.length === 0 ? 'Everything' : undefined}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the allowed categories' }}
              data={options}
              {...form.getInputProps('allowed')}
            />
            <MultiSelect
              label="Never ads about"
              placeholder={values.forbidden.length === 0 ? 'Nothing is refused' : undefined}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the forbidden categories' }}
              data={options}
              {...form.getInputProps('forbidden')}
            />
          </FieldPair>
        </FormSection>
        <FormSection
          id="metrics"
          title="Counters"
          hint="How a moderator can see the site’s traffic. Access data is kept encrypted; only you and moderators read it."
          actions={
            values.metrics.length > 0 &&
            values.metrics.length < METRICS_MAX && (
              <Button size="tool" onClick={() => form.insertListItem('metrics', emptyMetric())}>
                <IconPlus size={16} aria-hidden />
                Another counter
              </Button>
            )
          }
        >
          {values.metrics.length === 0 && (
            <Button className={styles.first ?? ''} onClick={() => form.insertListItem('metrics', emptyMetric())}>
              <IconPlus size={16} aria-hidden />
              Add a counter
            </Button>
          )}
          {form.errors.metrics && <p className="s12 down">{form.errors.metrics}</p>}
          {values.metrics.map((_, index) => (
            <fieldset key={form.key(`metrics.${index}`)} className={styles.metric}>
              <legend className="vh">Counter {index + 1}</legend>
              <FieldPair>
                <Select
                  label="Counter"
                  data={COUNTERS}
                  {...form.getInputProps(`metrics.${index}.statistics_metrics`)}
                />
                <TextInput
                  label="Its address"
                  placeholder="https://analytics.google.com/…"
                  inputMode="url"
                  {...form.getInputProps(`metrics.${index}.url`)}
                />
                <PasswordInput
                  label="Password or key for reading"
                  autoComplete="off"
                  visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
                  {...form.getInputProps(`metrics.${index}.password`)}
                />
                <Textarea
                  label="Comment"
                  autosize
                  minRows={1}
                  maxLength={1000}
                  {...form.getInputProps(`metrics.${index}.comment`)}
                />
              </FieldPair>
              <Button
                size="sm"
                variant="ghost"
                className={styles.remove ?? ''}
                onClick={() => form.removeListItem('metrics', index)}
              >
                <IconX size={14} aria-hidden />
                Remove counter {index + 1}
              </Button>
            </fieldset>
          ))}
        </FormSection>
      </FormLayout>
    </form>
  );
}
