import { NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import { Button } from '~/ui/button';
import { OneField } from '~/ui/choice-fields';
import { Note } from '~/ui/note';
import { same } from '../../form/meanwhile';
import { Form, FormState } from '../../form/parts';
import { useForm } from '../../form/use-form';
import type { ExplainCall } from './delivery-funnel';
import { explainedText } from './delivery-words';
import { useOffered } from './explain-choices';
import styles from './explain-form.module.css';
import { bodyOf, CHECKS, NOTHING, TYPED } from './explain-values';

/** Asks at which step an ad falls out of a request that is described. */
export function ExplainForm({ ad, explain: call }: { ad: number; explain: ExplainCall }) {
  const unit = useUnit();
  const offered = useOffered();
  const { mutateAsync: explain, variables: asked, data: answer } = useMutation(call());
  const form = useForm({
    item: undefined,
    // Nothing becomes of it: it stays as it is, to be asked about once more, and nobody misses it.
    inSteps: true,
    isGuarded: false,
    read: () => NOTHING,
    checks: CHECKS,
    send: (told) => explain({ path: { id: ad }, body: bodyOf(told) }),
  });
  const { values, field } = form;
  const asking = { path: { id: ad }, body: bodyOf(values) };
  // The answer is that to what was asked, of the ad that it was asked about.
  const isOfThis = same(asked, asking);
  return (
    <>
      <p className="s13 t2">What is left open is not known of the request.</p>
      <Form form={form} className={styles.form}>
        <NumberInput
          label="Number of a block"
          min={1}
          allowDecimal={false}
          hideControls
          required
          {...field('block_id')}
        />
        {offered.map(({ name, label, none, data, searchable = false }) => (
          <OneField
            key={name}
            label={label}
            empty="Not known"
            clear={none}
            searchable={searchable}
            data={data}
            {...field(name)}
          />
        ))}
        <NumberInput label="Network (AS number)" min={1} allowDecimal={false} hideControls {...field('isp')} />
        {TYPED.map(([name, label]) => (
          <TextInput key={name} label={label} {...field(name)} />
        ))}
        <Button type="submit" busy={form.busy}>
          Why not there?
        </Button>
      </Form>
      {isOfThis && <FormState form={form} />}
      <div role="status">
        {isOfThis && answer && <Note tone="info">{`${answer.data.name}: ${explainedText(answer.data, unit)}`}</Note>}
      </div>
    </>
  );
}
