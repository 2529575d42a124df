import { NumberInput, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errorText, fieldErrors } from '~/api/problem';
import type { AdminUser, UserForm } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { fromUnit, inUnit, unitDecimals, unitSymbol } from '~/lib/format';
import { Button } from '~/ui/button';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { useUnsavedGuard } from '../form/use-guard';
import styles from './admin.module.css';
import { useManagers } from './api';
import { useChangeUser } from './use-change-user';

/** Decimals of a minimum bid in dollars. */
const BID_DECIMALS = 3;

/** Trust, manager and minimum bid of a user. */
export function TermsForm({ user, readOnly }: { user: AdminUser; readOnly: boolean }) {
  const unit = useUnit();
  const change = useChangeUser(user);
  const managers = useManagers(!readOnly);
  const form = useForm({
    initialValues: {
      isTrusted: user.is_trusted,
      manager: user.manager ? String(user.manager.id) : null,
      minimum: (typeof user.minimum_bid === 'number' ? inUnit(user.minimum_bid, unit) : '') as string | number,
    },
  });
  useUnsavedGuard(() => form.isDirty());
  const submit = (values: typeof form.values) => {
    const body: UserForm = {};
    if (form.isDirty('isTrusted')) body.is_trusted = values.isTrusted;
    if (form.isDirty('manager')) body.manager_id = values.manager === null ? null : Number(values.manager);
    if (form.isDirty('minimum')) {
      body.minimum_bid =
        values.minimum === '' ? null : fromUnit(Number(String(values.minimum).replace(',', '.')), unit);
    }
    change.mutate(body, {
      onSuccess: () => {
        form.resetDirty(values);
        toast('Terms saved', { detail: user.email });
      },
      onError: (error) => form.setErrors(fieldErrors(error, { manager_id: 'manager', minimum_bid: 'minimum' })),
    });
  };
  const options = (managers ?? (user.manager ? [user.manager] : [])).map((one) => ({
    value: String(one.id),
    label: one.email,
  }));
  const error = change.isError && Object.keys(form.errors).length === 0 ? change.error : null;
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(submit)}>
      <label className={styles.switchRow}>
        <Switch plain disabled={readOnly} {...form.getInputProps('isTrusted', { type: 'checkbox' })} />
        <span>
          Trusted
          <span className="s12 t2">
            Skips the queues of moderation, sees targets, offers and the extra macro, and bids from 0,1 $.
          </span>
        </span>
      </label>
      <FieldPair>
        <Select
          label="Manager"
          placeholder="Nobody"
          description="Somebody of sales sees this user and can work as them."
          clearable
          searchable
          disabled={readOnly}
          clearButtonProps={{ 'aria-label': 'No manager' }}
          data={options}
          {...form.getInputProps('manager')}
        />
        <NumberInput
          label={`Lowest native bid, ${unitSymbol(unit)}`}
          placeholder="As for everybody"
          description="Empty for the bid of everybody."
          min={0}
          step={inUnit(0.1, unit)}
          decimalScale={unitDecimals(BID_DECIMALS, unit)}
          allowNegative={false}
          disabled={readOnly}
          {...form.getInputProps('minimum')}
        />
      </FieldPair>
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      {!readOnly && (
        <div className={styles.actions}>
          <Button variant="ink" type="submit" busy={change.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          {form.isDirty() && (
            <Button variant="ghost" onClick={form.reset}>
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
