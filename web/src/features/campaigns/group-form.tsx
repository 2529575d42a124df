import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createAdGroupMutation, getAdGroupOptions, updateAdGroupMutation } from '~/api/queries';
import type { AdGroup, Campaign } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { hasExtendedPermissions } from '~/lib/roles';
import { choicesOf, ManyField } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { CopyFrom } from '../copy-from/copy-from';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { useIpFeature } from '../targeting/ip-feature';
import { categoriesQuery } from '../targeting/lists';
import { useTargetingNames } from '../targeting/names';
import { PasteList } from '../targeting/paste-list';
import { parseId } from '../targeting/pasted';
import { sourceName, sourceWarnings, useKnownSources } from '../targeting/sources';
import { audienceFacts, TargetingFields } from '../targeting/targeting-fields';
import { groupBody, groupChecklist, groupFields, groupValues, LISTS, NAME_MAX } from './group-values';

/** The form of an ad group: a new one of a campaign, or the one given. */
export function GroupForm({ campaign, group }: { campaign: Campaign; group?: AdGroup }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useUser();
  const withRanges = useIpFeature();
  // Users with extended permissions leave the source lists as they are.
  const withLists = user !== undefined && !hasExtendedPermissions(user);
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const create = useMutation(createAdGroupMutation());
  const update = useMutation(updateAdGroupMutation());
  const form = useForm({
    item: group,
    ...groupFields(categories, useTargetingNames(group)),
    send: async (values, held) => {
      const body = groupBody(values, { withRanges, withLists }, held);
      const { data } = held
        ? await update.mutateAsync({ path: { id: held.id }, body })
        : await create.mutateAsync({ path: { id: campaign.id }, body });
      return data;
    },
    saved: ({ id }) => {
      toast(group ? 'Group saved' : 'Group created', group ? {} : { detail: 'Now add its first ad.' });
      return navigate(group ? paths.group(campaign.id, id) : paths.mediaCreate(campaign.id, id));
    },
  });
  const { values, field } = form;
  const known = useKnownSources(values);
  const names = useTargetingNames({ ...values.places, isps: values.isps });
  return (
    <FormPage
      form={form}
      submit={group ? 'Save' : 'Create the group'}
      checklist={groupChecklist(values)}
      facts={[['Campaign', campaign.name], ...audienceFacts(values, names)]}
      warning={
        <p className="s12 t2">An ad is shown where the targeting of the group and that of its campaign both hold.</p>
      }
    >
      <FormSection
        id="group"
        title="Group"
        actions={
          !group && (
            <CopyFrom
              what="group"
              take={async (id) => {
                const { data } = await client.fetchQuery({ ...getAdGroupOptions({ path: { id } }), staleTime: 0 });
                form.patch({ ...groupValues(data), name: values.name || data.name });
              }}
            />
          )
        }
      >
        <FieldPair>
          <TextInput label="Name" maxLength={NAME_MAX} required {...field('name')} />
          <ManyField
            label="Categories of sites"
            description="What the sites are about."
            empty="All sites"
            clear="Clear the categories"
            data={categories}
            {...field('categories')}
          />
        </FieldPair>
        <Switch
          plain
          label="Start ads by themselves once they are approved"
          {...field('auto_start_ads', { type: 'checkbox' })}
        />
      </FormSection>
      <TargetingFields value={values} onChange={form.patch} errors={form.errors} campaign={campaign} />
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
                onChange={(ids) => form.patch({ [list.name]: ids })}
                parse={parseId}
                name={(id) => sourceName(known[list.of], id)}
                error={form.errors[list.name]}
              />
            ))}
          </FieldPair>
          {sourceWarnings(values, known).map((warning) => (
            <Note key={warning} tone="warn">
              {warning}
            </Note>
          ))}
        </FormSection>
      )}
    </FormPage>
  );
}
