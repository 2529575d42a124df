import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createTeamMutation, updateTeamMutation } from '~/api/queries';
import type { Team } from '~/api/sdk';
import { TEAM_FORM_LIMITS } from '~/api/words';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** The name of a new team, or another one of a team. */
export function TeamForm({ team, onMade, onClose }: { team: Team | undefined; onMade(): void; onClose(): void }) {
  const create = useMutation(createTeamMutation());
  const update = useMutation(updateTeamMutation());
  const form = useForm<{ name: string }, Team, Team | undefined>({
    item: team,
    read: (of) => ({ name: of?.name ?? '' }),
    words: { name: 'Name' },
    checks: { name: (name) => (name.trim() ? null : 'A name is needed.') },
    send: async (values) => {
      const body = { name: values.name.trim() };
      const sent = team ? update.mutateAsync({ path: { id: team.id }, body }) : create.mutateAsync({ body });
      return (await sent).data;
    },
    saved: ({ name }) => {
      toast(team ? 'Team renamed' : 'Team made', { detail: name });
      if (!team) onMade();
      onClose();
    },
  });
  const label = team ? `Rename ${team.name}` : 'New team';
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={team ? 'Rename' : 'Make the team'}
      onCancel={onClose}
      before={<TextInput label="Name" maxLength={TEAM_FORM_LIMITS.name.max} autoFocus {...form.field('name')} />}
    />
  );
}
