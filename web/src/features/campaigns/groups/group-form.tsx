import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createAdGroupMutation, getAdGroupOptions, updateAdGroupMutation } from '~/api/queries';
import type { AdGroup, Campaign } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { hasExtendedPermissions } from '~/lib/roles';
import { formatNames } from '~/lib/statuses';
import { ManyField, OneField } from '~/ui/choice-fields';
import { choicesOf } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair, FormSection } from '~/ui/form';
import { toast } from '~/ui/toast';
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
import { FORMATS } from '../campaign-values';
import { Reach } from '../reach/reach';
import { GroupSources } from './group-sources';
import { groupBody, groupChecklist, groupFields, groupReachBody, groupValues, NAME_MAX } from './group-values';

/** The form of an ad group: a new one of a campaign, or the one given. */
export function GroupForm({ campaign, group }: { campaign: Campaign; group?: AdGroup }) {
  const navigate = useNavigateHere();
  const user = useUser();
  const withRanges = useIpFeature();
  // Users with extended permissions leave the source lists as they are.
  const withLists = user !== undefined && !hasExtendedPermissions(user);
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const create = useSend(createAdGroupMutation());
  const update = useSend(updateAdGroupMutation());
  const form = useForm({
    item: group,
    ...groupFields(categories, useTargetingNames(group), useKnownSources(groupValues(group))),
    send: async (values, held) => {
      const body = groupBody(values, { withRanges, withLists }, held);
      return held ? update({ path: { id: held.id }, body }) : create({ path: { id: campaign.id }, body });
    },
    saved: ({ id }) => {
      toast(group ? 'Group saved' : 'Group created', group ? {} : { detail: 'Now add its first ad.' });
      return navigate(group ? paths.group(campaign.id, id) : paths.mediaCreate(campaign.id, id));
    },
  });
  const { values, field } = form;
  const names = useTargetingNames({ ...values.places, isps: values.isps });
  return (
    <FormPage
      form={form}
      submit={group ? 'Save' : 'Create the group'}
      checklist={groupChecklist(values)}
      facts={[
        ['Campaign', campaign.name],
        ...audienceFacts(values, names),
        ['Possible shows', <Reach key="reach" audience={groupReachBody(values, withRanges, campaign.id, group)} />],
      ]}
      warning={
        <p className="s12 t2">An ad is shown where the targeting of the group and that of its campaign both hold.</p>
      }
    >
      <FormSection
        id="group"
        title="Group"
        actions={
          !group && (
            <FillFrom
              what="group"
              ask={(id) => getAdGroupOptions({ path: { id } })}
              take={(from) => form.patch({ ...groupValues(from), name: values.name || from.name })}
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
        <OneField
          label="Format of new ads"
          description="What the form of a new ad in this group opens with. It can be changed there."
          empty={
            campaign.ad_format_type_id
              ? `${formatNames([campaign.ad_format_type_id])}, as the campaign`
              : 'Native and teaser'
          }
          clear="No format of its own"
          data={FORMATS}
          {...field('ad_format_type_id')}
        />
        <Switch
          plain
          label="Start ads by themselves once they are approved"
          {...field('auto_start_ads', { type: 'checkbox' })}
        />
      </FormSection>
      <TargetingFields value={values} onChange={form.patch} errors={form.errors} campaign={campaign} />
      <GroupSources form={form} withLists={withLists} />
    </FormPage>
  );
}
