import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createSiteMutation, updateSiteMutation } from '~/api/queries';
import type { Site } from '~/api/sdk';
import { SITE_FORM_LIMITS, SiteStatus } from '~/api/words';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { OneField } from '~/ui/choice-fields';
import { choicesOf } from '~/ui/choices';
import { FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { useNavigateHere } from '../form/use-navigate-here';
import { useSend } from '../form/use-send';
import { categoriesQuery } from '../targeting/lists';
import { bareDomain } from './domain';
import { SiteAds } from './site-ads';
import { SiteCounters } from './site-counters';
import { NAME_MAX, newSiteHint, siteBody, siteChecklist, siteFields } from './site-values';

/** The form of a site: a new one, or the one given. */
export function SiteForm({ site }: { site?: Site }) {
  const navigate = useNavigateHere();
  const user = useUser();
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const create = useSend(createSiteMutation());
  const update = useSend(updateSiteMutation());
  const form = useForm({
    item: site,
    ...siteFields(categories),
    send: async (values, held) => {
      const body = siteBody(values, held);
      return held ? update({ path: { id: held.id }, body }) : create({ body });
    },
    saved: ({ id, status_id }) => {
      const detail =
        status_id === SiteStatus.Waiting ? 'A person looks at it; you can make its blocks meanwhile.' : undefined;
      toast(site ? 'Site saved' : 'Site added', { detail });
      return navigate(site ? paths.site(id) : paths.blockCreate(id));
    },
  });
  const { values, field } = form;
  const moved =
    site?.status_id === SiteStatus.Approved && !user?.is_trusted && bareDomain(values.domain.trim()) !== site.domain;
  return (
    <FormPage
      form={form}
      submit={site ? 'Save' : 'Add the site'}
      hint={site ? undefined : newSiteHint(user?.is_trusted)}
      checklist={siteChecklist(values)}
      facts={
        site && [
          ['Status', <StatusBadge key="status" status={statusOf(SITE_STATUSES, site.status_id)} />],
          ['Blocks', String(site.blocks_count)],
        ]
      }
      warning={
        moved && <Note tone="warn">Another address must be approved again. Until then its blocks stay empty.</Note>
      }
    >
      {site?.status_id === SiteStatus.Rejected && (
        <Note tone="bad">
          The site was not accepted{site.reject_comment ? `: ${site.reject_comment}` : '.'} Save it changed, and it is
          looked at again.
        </Note>
      )}
      <FormSection id="site" title="Site">
        <TextInput
          label="Address"
          description="Ads appear only on its pages and those of its subdomains. To try it on your own machine: 127.0.0.1, or a name such as blog.localhost."
          placeholder="harborpost.example"
          inputMode="url"
          autoComplete="url"
          maxLength={SITE_FORM_LIMITS.domain.max}
          required
          {...field('domain')}
        />
        <FieldPair>
          <TextInput
            label="Name"
            placeholder={bareDomain(values.domain.trim()) || 'As the address'}
            maxLength={NAME_MAX}
            {...field('name')}
          />
          <OneField
            label="What it is about"
            empty="Choose a category"
            clear="Clear the category"
            searchable
            data={categories}
            {...field('category')}
          />
        </FieldPair>
      </FormSection>
      <SiteAds form={form} categories={categories} />
      <SiteCounters form={form} />
    </FormPage>
  );
}
