import { Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { Flag } from '~/ui/flag';
import { FieldError } from '~/ui/form';
import { geoQuery } from '../targeting/geo-tree';
import styles from './constructor.module.css';
import { FLOOR_COUNTRIES_MAX, FLOOR_DECIMALS, type FloorIn, REFRESH } from './draft';
import type { BlockFormState } from './use-block-form';

/** Seconds of a block that is switched to refreshing. */
const REFRESH_FIRST = 60;
/** What an arrow key adds to a floor, in dollars. */
const FLOOR_STEP = 0.05;

/** What the block is to earn at least, and whether it asks for other ads while it is in view. */
export function EarningPart({ form: { draft, errors, edit } }: { form: BlockFormState }) {
  const unit = useUnit();
  return (
    <>
      <section className={styles.section} aria-label="Floor">
        <h2>Floor</h2>
        <AmountField
          label="Least income by 1,000 shows (eCPM)"
          description="Ads that are expected to earn you less are not shown here: the place stays empty, or shows what you set under “No ad”. Empty: all ads are shown."
          unit={unit}
          decimals={FLOOR_DECIMALS}
          step={FLOOR_STEP}
          value={draft.ecpm_floor}
          onChange={(floor) => edit({ ecpm_floor: floor }, 'ecpm_floor')}
          error={errors.ecpm_floor}
        />
        <CountryFloors
          value={draft.country_floors}
          onChange={(floors) => edit({ country_floors: floors }, 'country_floors')}
          errors={errors}
        />
        <p className="s12 t2">How many places it keeps empty stands in the list of blocks, under “Below floor”.</p>
      </section>
      <section className={styles.section} aria-label="Refresh">
        <h2>Refresh</h2>
        <Switch
          plain
          label="Ask for other ads while the block is in view"
          checked={draft.refresh_seconds !== false}
          onChange={(event) =>
            edit({ refresh_seconds: event.currentTarget.checked ? String(REFRESH_FIRST) : false }, 'refresh_seconds')
          }
        />
        {draft.refresh_seconds !== false && (
          <TextInput
            label="After so many seconds in view"
            description={`${REFRESH.min} to ${REFRESH.max}. Counted while half of the block is in view in the open tab, never under the pointer or while it has the focus; at most 20 times on a page view.`}
            inputMode="numeric"
            value={draft.refresh_seconds}
            onChange={(event) => edit({ refresh_seconds: event.currentTarget.value.trim() }, 'refresh_seconds')}
            error={errors.refresh_seconds}
          />
        )}
      </section>
    </>
  );
}

function CountryFloors({
  value,
  onChange,
  errors,
}: {
  value: readonly FloorIn[];
  onChange(floors: readonly FloorIn[]): void;
  errors: Record<string, string | undefined>;
}) {
  const unit = useUnit();
  const places = useQuery(geoQuery({}));
  const countries = choicesOf((places.data ?? []).flatMap((group) => group.children ?? [])).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const nameOf = (code: string) => countries.find((country) => country.value === code)?.label ?? code;
  return (
    <>
      {value.map((entry, index) => (
        <div key={entry.country_code} className={styles.floor}>
          <span className="row ell">
            <Flag code={entry.country_code} />
            <span className="ell">{nameOf(entry.country_code)}</span>
          </span>
          <AmountField
            aria-label={`Least income by 1,000 shows in ${nameOf(entry.country_code)}`}
            unit={unit}
            decimals={FLOOR_DECIMALS}
            step={FLOOR_STEP}
            value={entry.ecpm_floor}
            error={errors[`country_floors.${index}.ecpm_floor`] ?? errors[`country_floors.${index}.country_code`]}
            onChange={(floor) =>
              onChange(value.map((other, at) => (at === index ? { ...other, ecpm_floor: floor } : other)))
            }
          />
          <Button
            variant="ghost"
            icon
            aria-label={`Remove ${nameOf(entry.country_code)}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <IconX size={16} aria-hidden />
          </Button>
        </div>
      ))}
      <FieldError text={errors.country_floors} />
      {value.length < FLOOR_COUNTRIES_MAX && (
        <Select
          aria-label="Add a country with a floor of its own"
          placeholder="A country with a floor of its own"
          searchable
          data={countries.filter((country) => value.every((floor) => floor.country_code !== country.value))}
          value={null}
          onChange={(code) => code && onChange([...value, { country_code: code, ecpm_floor: '' }])}
        />
      )}
    </>
  );
}
