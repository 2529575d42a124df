import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, listTeamsOptions, updateUserMutation } from '~/api/queries';
import type { AdminUser } from '~/api/sdk';
import { UserType } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { OneField } from '~/ui/choice-fields';
import { choicesOf } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { changedOnly } from '../form/meanwhile';
import { Form, FormActions } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { useBidDecimals } from '../targeting/lists';
import { useManagers } from '../teams/managers';
import { RENAMED, shareProblem, termsBody, termsValues, termsWords } from './terms-values';
import styles from './users.module.css';

/** Trust, manager, minimum bid and share of a user; the team of somebody of the staff. */
export function TermsForm({ user, readOnly }: { user: AdminUser; readOnly: boolean }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const isStaff = user.type_id !== UserType.Ordinary;
  const managers = useManagers(!readOnly && !isStaff);
  const options = (managers ?? (user.manager ? [user.manager] : [])).map((one) => ({
    value: String(one.id),
    label: one.email,
  }));
  const { data: teams } = useQuery({ ...listTeamsOptions(), select: dataOf, enabled: isStaff && !readOnly });
  const teamOptions = choicesOf(teams ?? (user.team ? [user.team] : []));
  const update = useSend(updateUserMutation());
  const form = useForm({
    item: user,
    read: termsValues,
    checks: { minimum: (bid: Amount) => amountProblem(bid, unit, decimals), share: shareProblem },
    words: termsWords(unit, options, teamOptions),
    renamed: RENAMED,
    send: async (values, held) => {
      const body = { ...termsBody(changedOnly(termsValues(held), values)), version: held.version };
      return update({ path: { id: held.id }, body });
    },
    saved: ({ email }) => toast('Terms saved', { detail: email }),
  });
  return (
    <Form form={form} className="stack">
      <label className={styles.switchRow}>
        <Switch plain disabled={readOnly} {...form.field('isTrusted', { type: 'checkbox' })} />
        <span>
          Trusted
          <span className="s12 t2">
            Skips the queues of moderation, sees targets, offers and the extra macro, and may bid as low as the settings
            say for trusted users.
          </span>
        </span>
      </label>
      <FieldPair>
        {isStaff ? (
          <OneField
            label="Team"
            empty="None"
            clear="No team"
            description="Statistics can be asked by the clients of a team."
            searchable
            disabled={readOnly}
            data={teamOptions}
            {...form.field('team')}
          />
        ) : (
          <OneField
            label="Manager"
            empty="Nobody"
            clear="No manager"
            description="Somebody of sales sees this user and can work as them."
            searchable
            disabled={readOnly}
            data={options}
            {...form.field('manager')}
          />
        )}
        <AmountField
          label={`Lowest native bid, ${unitSymbol(unit)}`}
          placeholder="As for everybody"
          description="Empty for the bid of everybody."
          unit={unit}
          step={0.1}
          decimals={decimals}
          disabled={readOnly}
          {...form.field('minimum')}
        />
        {!isStaff && (
          <TextInput
            label="Webmaster’s share, %"
            inputMode="decimal"
            placeholder="As for everybody"
            description="Of what each click costs, from now on. Empty for the share of everybody."
            disabled={readOnly}
            {...form.field('share')}
          />
        )}
      </FieldPair>
      {!readOnly && <FormActions form={form} />}
    </Form>
  );
}
