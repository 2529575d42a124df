import { NumberInput, Select, TextInput } from '@mantine/core';
import { ManyField } from '~/ui/choice-fields';
import type { Choice } from '~/ui/choices';
import { FieldPair, FormSection } from '~/ui/form';
import { MarksField } from '../../campaigns/form/marks';
import type { FormOf } from '../../form/use-form';
import { PasteList } from '../../targeting/paste-list';
import { parseId } from '../../targeting/pasted';
import { NAME_MAX, PUSH_TARGETS, type PushValues } from '../push-values';

type Part = { form: FormOf<PushValues> };

/** What is advertised, and what it is called. */
export function WhatFields({ form: { field }, categories }: Part & { categories: Choice[] }) {
  return (
    <>
      <TextInput label="Name" maxLength={NAME_MAX} required {...field('name')} />
      <FieldPair>
        <Select label="Leads to" data={PUSH_TARGETS} allowDeselect={false} {...field('target_id')} />
        <ManyField
          label="Categories"
          description="What is advertised. Sites may refuse some."
          clear="Clear the categories"
          data={categories}
          {...field('categories')}
        />
      </FieldPair>
      <MarksField {...field('marks')} />
    </>
  );
}

/** How long ago its subscribers subscribed: at most `max` days. */
export function SubscriberFields({ form: { field }, max }: Part & { max: number }) {
  return (
    <FormSection
      id="subscribers"
      title="Subscribers"
      hint="How long ago they allowed their site to send notifications. The first weeks click most; older ones cost less."
    >
      <FieldPair>
        <NumberInput
          label="Subscribed at least, days ago"
          placeholder="Any"
          min={0}
          max={max}
          allowDecimal={false}
          {...field('age_from')}
        />
        <NumberInput
          label="Subscribed at most, days ago"
          placeholder="Any"
          min={0}
          max={max}
          allowDecimal={false}
          {...field('age_to')}
        />
      </FieldPair>
      <p className="s12 t3">
        A campaign that names an age goes to subscribers alone. One that names none is also shown as a card in the push
        blocks of sites.
      </p>
    </FormSection>
  );
}

const NEVER = [
  { name: 'blacklist_sites', id: 'blacklist-sites', label: 'Never on these sites', hint: 'Numbers of sites' },
  { name: 'blacklist_blocks', id: 'blacklist-blocks', label: 'Never in these blocks', hint: 'Numbers of blocks' },
] as const;

/** Whose subscribers it leaves alone. */
export function NeverFields({ form: { values, errors, set } }: Part) {
  return (
    <FormSection id="lists" title="Sites and blocks" hint="Whose subscribers get none of its ads.">
      {NEVER.map(({ name, ...words }) => (
        <PasteList
          key={name}
          {...words}
          value={values[name]}
          onChange={(ids) => set(name, ids)}
          parse={parseId}
          error={errors[name]}
        />
      ))}
    </FormSection>
  );
}
