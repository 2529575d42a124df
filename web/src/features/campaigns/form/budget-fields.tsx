import type { PacingName } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { AmountField } from '~/ui/amount-field';
import { Segmented } from '~/ui/controls';
import { FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import type { FormPart } from '../../form/use-form';
import { LIMIT_DECIMALS, limitsWarning, PACINGS } from '../campaign-values';

/** What both limits take. */
const LIMIT = { placeholder: 'No limit', decimals: LIMIT_DECIMALS };

/** The fields that it is for. */
type BudgetValues = { daily_money_limit: Amount; total_money_limit: Amount; pacing: PacingName };

/** How much a campaign of any kind may spend, and how fast. */
export function BudgetFields({ form: { values, field, patch } }: { form: FormPart<BudgetValues> }) {
  const unit = useUnit();
  const warning = limitsWarning(values);
  return (
    <FormSection id="budget" title="Budget">
      <FieldPair>
        <AmountField
          unit={unit}
          label="Daily limit"
          description="A day is a UTC day. Empty: no limit."
          step={10}
          {...LIMIT}
          {...field('daily_money_limit')}
        />
        <AmountField
          unit={unit}
          label="Total limit"
          description="For as long as the campaign lives. Empty: no limit."
          step={100}
          {...LIMIT}
          {...field('total_money_limit')}
        />
      </FieldPair>
      {warning && <Note tone="warn">{warning}</Note>}
      <div className="row wrap">
        <span className="s13">Spend the day's budget</span>
        <Segmented<PacingName>
          label="Pacing"
          value={values.pacing}
          onChange={(pacing) => patch({ pacing })}
          options={PACINGS}
        />
      </div>
    </FormSection>
  );
}
