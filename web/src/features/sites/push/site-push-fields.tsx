import type { PushAdvice } from '~/api/sdk';
import { Button } from '~/ui/button';
import { FieldError } from '~/ui/form';
import type { FormOf } from '../../form/use-form';
import styles from './site-push.module.css';
import { advised, type NumberName, rangeOf, type SitePushValues } from './values';

type Part = { form: FormOf<SitePushValues> };

/** A number in a sentence. */
function NumberIn({ form, name, label, max }: Part & { name: NumberName; label: string; max?: number }) {
  const [least, most] = rangeOf(name);
  const error = form.errors[name];
  return (
    <input
      type="number"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      title={error}
      min={least}
      max={max ?? most}
      value={Number.isFinite(form.values[name]) ? form.values[name] : ''}
      onChange={(event) => form.set(name, event.target.valueAsNumber)}
    />
  );
}

/** Advice, each taken with one press. */
export function Advice({ form, advice }: Part & { advice: readonly PushAdvice[] }) {
  if (advice.length === 0) return null;
  return (
    <ul className={styles.advice} aria-label="Advice">
      {advice.map((one) => {
        const isTaken = form.values[one.field] === one.value;
        return (
          <li key={one.field}>
            <div>
              <b>{one.title}</b>
              <p className="t2">{one.text}</p>
            </div>
            <Button size="sm" disabled={isTaken} onClick={() => form.patch(advised(one))}>
              {isTaken ? 'Taken' : `Set to ${one.value}`}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** When it asks. */
export function When({ form }: Part) {
  return (
    <>
      <h3 className="b">When</h3>
      <p className={styles.inline}>
        Ask after <NumberIn form={form} name="delay_s" label="Seconds on the page" /> s on page{' '}
        <NumberIn form={form} name="ask_page" label="Page of the visit" /> of a visit,
      </p>
      <p className={styles.inline}>
        not more than once per <NumberIn form={form} name="ask_days" label="Days between two questions" /> days to the
        same person.
      </p>
      <FieldError text={form.errors.delay_s ?? form.errors.ask_page ?? form.errors.ask_days} />
      <p className="s12 t3">Never over a dialog of the page, never to who said no to the browser, never in a frame.</p>
    </>
  );
}

/** How much it sends, and when. */
export function Sending({ form, capMax }: Part & { capMax: number }) {
  return (
    <>
      <p className={styles.inline}>
        At most <NumberIn form={form} name="daily_cap" label="Notifications a day" max={capMax} /> a day for one
        subscriber, between <NumberIn form={form} name="hour_from" label="First hour" /> and{' '}
        <NumberIn form={form} name="hour_to" label="Last hour" /> h where they live. Let go after{' '}
        <NumberIn form={form} name="let_go_weeks" label="Weeks without an answer" /> weeks without an answer.
      </p>
      <FieldError
        text={form.errors.daily_cap ?? form.errors.hour_from ?? form.errors.hour_to ?? form.errors.let_go_weeks}
      />
    </>
  );
}
