import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updateUserMutation } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { USER_TYPE_LABELS, UserType } from '~/api/words';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** What each type may do, in the order in which it is more. */
const TYPES: readonly (readonly [UserType, string])[] = [
  [UserType.Ordinary, 'Has their own cabinets and nothing else.'],
  [UserType.Sales, 'Sees and works for the clients that they look after; moves no money and sees no payouts.'],
  [UserType.God, 'Does everything: money, settings, other people, and who else is god.'],
];

/** Says whether a user is staff. Their sessions end, so that who they are now stands in their next login. */
export function TypeForm({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const update = useMutation(updateUserMutation());
  const form = useForm({
    item: user,
    read: ({ type_id }) => ({ type: String(type_id) }),
    words: { type: 'Type' },
    renamed: { type_id: 'type' },
    send: async ({ type }, { id, version }) =>
      (await update.mutateAsync({ path: { id }, body: { type_id: Number(type) as UserType, version } })).data,
    saved: ({ email, type_id }) => {
      toast(`The type is ${USER_TYPE_LABELS[type_id]} now`, { detail: email });
      onClose();
    },
  });
  const type = Number(form.values.type);
  return (
    <FormPanel
      form={form}
      label="Change the type"
      submit="Change the type"
      waits={type === user.type_id}
      onCancel={onClose}
      before={
        <Select
          label="Type"
          description={`${TYPES.find(([one]) => one === type)?.[1] ?? ''} All their sessions end with a change.`}
          allowDeselect={false}
          autoFocus
          data={TYPES.map(([one]) => ({ value: String(one), label: USER_TYPE_LABELS[one] }))}
          {...form.field('type')}
        />
      }
    >
      {type !== UserType.Ordinary && !user.has_second_factor && (
        <Note tone="warn">They have no second factor yet: the back office opens for them once they have one.</Note>
      )}
    </FormPanel>
  );
}
