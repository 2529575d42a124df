import { TextInput } from '@mantine/core';
import type { EntryForm as EntryBody, NetworkCategory } from '~/api/sdk';
import { ENTRY_FORM_LIMITS } from '~/api/words';
import { capital } from '~/lib/format';
import { Switch } from '~/ui/controls';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** What all dictionaries keep of an entry. */
type Entry = Pick<NetworkCategory, 'id' | 'name' | 'is_active' | 'version'>;

type Values = { name: string; is_active: boolean };

/** A new entry of a dictionary, or another name of one, and whether it can be chosen. */
export function EntryForm({
  entry,
  entries,
  noun,
  keepers,
  send,
  onMade,
  onClose,
}: {
  entry: Entry | undefined;
  /** All there are by now: somebody else may change it meanwhile. */
  entries: readonly Entry[] | undefined;
  noun: string;
  /** What keeps a closed one. */
  keepers: string;
  /** Makes one, or changes that of the id. */
  send(body: EntryBody, id: number | undefined): Promise<Entry>;
  onMade?(): void;
  onClose(): void;
}) {
  const form = useForm<Values, Entry, Entry | undefined>({
    item: entries?.find(({ id }) => id === entry?.id) ?? entry,
    read: (of) => ({ name: of?.name ?? '', is_active: of?.is_active ?? true }),
    words: {
      name: 'Name',
      is_active: { label: 'It can be chosen', text: (isOn) => (isOn ? 'Yes' : 'No') },
    },
    checks: { name: (name) => (name.trim() ? null : 'A name is needed.') },
    send: async ({ name, is_active }, held) =>
      send({ name: name.trim(), is_active, ...(held ? { version: held.version } : {}) }, held?.id),
    saved: ({ name }) => {
      toast(`${capital(noun)} ${entry ? 'saved' : 'made'}`, { detail: name });
      if (!entry) onMade?.();
      onClose();
    },
  });
  const label = entry ? `Change ${entry.name}` : `New ${noun}`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={entry ? 'Save' : `Make the ${noun}`}
      onCancel={onClose}
      before={
        <>
          <TextInput label="Name" maxLength={ENTRY_FORM_LIMITS.name.max} autoFocus {...form.field('name')} />
          <Switch
            plain
            label={`It can be chosen; ${keepers} that have it keep it in any case`}
            {...form.field('is_active', { type: 'checkbox' })}
          />
        </>
      }
    />
  );
}
