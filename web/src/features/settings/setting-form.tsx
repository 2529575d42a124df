import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import { updateSettingMutation } from '~/api/queries';
import type { Setting } from '~/api/sdk';
import { SETTING_FORM_LIMITS } from '~/api/words';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { toast, toastNotDone } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { CountryBidsField } from './country-bids-field';
import { isNumeric, sentValue, shownValue, typedValue, valueProblem } from './setting-value';

const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** Changes one setting. */
export function SettingForm({ setting, onClose }: { setting: Setting; onClose(): void }) {
  const update = useSend(updateSettingMutation());
  const form = useForm({
    item: setting,
    thing: setting.name,
    read: ({ kind, value }) => ({ value: typedValue(kind, value) }),
    words: { value: setting.title },
    send: async ({ value }, { name, kind, version }) => {
      // Told as the server tells the rest: a message that went with the focus would move the buttons.
      const problem = valueProblem(kind, value);
      if (problem !== null) throw new ApiError({ status: 422, errors: { value: [problem] } });
      return update({ path: { name }, body: { value: sentValue(kind, value), version } });
    },
    saved: (stored) => {
      toast(`${stored.title} is in force`, { detail: shownValue(stored) });
      onClose();
    },
  });
  const reset = useMutation(updateSettingMutation());
  const field = {
    label: setting.title,
    description: `It is ${setting.range}.`,
    autoFocus: true,
    maxLength: SETTING_FORM_LIMITS.value.max,
    ...form.field('value'),
  };
  return (
    <FormPanel
      form={form}
      label={`Change ${setting.title}`}
      submit="Put in force"
      onCancel={onClose}
      before={
        setting.kind === 'switch' ? (
          <Segmented
            label={setting.title}
            value={form.values.value}
            onChange={(value) => form.set('value', value)}
            options={SWITCH}
          />
        ) : setting.kind === 'country_bids' ? (
          <CountryBidsField
            label={field.label}
            description={field.description}
            value={form.values.value}
            onChange={(value) => form.set('value', value)}
            error={form.errors.value}
          />
        ) : setting.kind === 'lines' || setting.kind === 'users' ? (
          <Textarea autosize minRows={2} maxRows={12} {...field} />
        ) : (
          <TextInput inputMode={isNumeric(setting.kind) ? 'decimal' : 'text'} {...field} />
        )
      }
    >
      {setting.is_changed && (
        <Button
          variant="line"
          busy={reset.isPending}
          onClick={() =>
            reset.mutate(
              { path: { name: setting.name }, body: { value: null, version: setting.version } },
              {
                onSuccess: ({ data }) => {
                  toast(`${setting.title} has its default`, { detail: shownValue(data) });
                  form.discard();
                  onClose();
                },
                onError: (error) => toastNotDone('The default', 'put in force', error),
              },
            )
          }
        >
          Back to the default: {shownValue({ ...setting, value: setting.default_value })}
        </Button>
      )}
    </FormPanel>
  );
}
