import { Select, TextInput } from '@mantine/core';
import { createApiTokenMutation } from '~/api/queries';
import type { ApiScopeResource, ScopeName } from '~/api/sdk';
import { API_TOKEN_FORM_LIMITS } from '~/api/words';
import { CheckChoices, FieldError, FieldPair } from '~/ui/form';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { NO_PROOF, ProofFields, useProof } from './proof';

const DAY_MS = 86_400_000;

/** The most characters of a token's name. */
const NAME_MAX = API_TOKEN_FORM_LIMITS.name.max;

/** How long a token holds, in days; none for ever. */
const LIVES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never expires' },
];

const endOf = (life: string) =>
  life === 'never' ? {} : { expires_at: new Date(Date.now() + Number(life) * DAY_MS).toISOString() };

/** Name, scopes and end of a new token, and the password; a code where the second factor is on. */
export function TokenForm({
  scopes,
  needsOtp,
  onMade,
  onClose,
}: {
  scopes: readonly ApiScopeResource[];
  needsOtp: boolean;
  onMade(made: { name: string; token: string }): void;
  onClose(): void;
}) {
  const proof = useProof(needsOtp);
  const create = useSend(createApiTokenMutation());
  const form = useForm({
    item: undefined,
    read: () => ({ name: '', scopes: [] as ScopeName[], life: '90', ...NO_PROOF }),
    checks: {
      name: (name) => (name.trim() ? null : 'A name is needed, so that you know it later.'),
      scopes: (chosen) => (chosen.length > 0 ? null : 'Choose what the token may do.'),
      ...proof.checks,
    },
    renamed: { expires_at: 'life' },
    refused: proof.refused,
    send: async (values) => {
      const name = values.name.trim();
      const body = { name, scopes: values.scopes, ...endOf(values.life), ...proof.of(values) };
      return { name, token: (await create({ body })).token };
    },
    saved: onMade,
  });
  const { values, errors, field } = form;
  return (
    <FormPanel
      form={form}
      label="New token"
      heading="New token"
      submit="Make the token"
      onCancel={onClose}
      before={
        <>
          <FieldPair>
            <TextInput label="Name" placeholder="Nightly report" maxLength={NAME_MAX} autoFocus {...field('name')} />
            <Select label="Holds for" data={LIVES} {...field('life')} />
          </FieldPair>
          <div className="stack" style={{ gap: 6 }}>
            <span className="mantine-InputWrapper-label" style={{ marginBottom: 0 }}>
              It may
            </span>
            <CheckChoices
              label="What the token may do"
              options={scopes.map((scope) => ({
                value: scope.name,
                label: (
                  <span>
                    {scope.label} <span className="mono t3">{scope.name}</span>
                  </span>
                ),
              }))}
              value={values.scopes}
              onChange={(chosen) => form.set('scopes', chosen as ScopeName[])}
            />
            <FieldError text={errors.scopes} />
          </div>
        </>
      }
    >
      <ProofFields form={form} asksOtp={proof.asksOtp} />
    </FormPanel>
  );
}
