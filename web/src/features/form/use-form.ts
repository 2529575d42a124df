import {
  type FormRulesRecord,
  type FormValidationResult,
  type UseFormReturnType,
  useForm as useFieldsOfMantine,
} from '@mantine/form';
import { useRef } from 'react';
import { type Declared, type Saving, useSaving } from './use-saving';

/** What is wrong with the values, by field, as sentences. */
export type Checks<Values> = FormRulesRecord<Values>;

type Fields<Values extends Record<string, unknown>> = UseFormReturnType<Values>;

/** A form as its parts take it. */
export interface FormOf<Values extends Record<string, unknown>> extends Saving {
  values: Values;
  /** Messages by field. */
  errors: Record<string, string | undefined>;
  /** What an input takes. */
  field: Fields<Values>['getInputProps'];
  set: Fields<Values>['setFieldValue'];
  /** Changes several fields at once. */
  patch(some: Partial<Values>): void;
  /** Keeps the inputs of a list with their entry. */
  keyOf: Fields<Values>['key'];
  insert: Fields<Values>['insertListItem'];
  remove: Fields<Values>['removeListItem'];
}

/** What a part needs of a form that has its fields among others. */
export type FormPart<Values extends Record<string, unknown>> = Pick<
  FormOf<Values>,
  'values' | 'errors' | 'field' | 'patch'
>;

/**
 * A form of the cabinets: fields, checks and words are declared, the rest is here and in `useSaving`. Pages that visitors
 * read before any script are not for it: they load no widgets, and have `useFields`.
 */
export function useForm<Values extends Record<string, unknown>, Stored, Held extends Stored | undefined>({
  checks,
  ...declared
}: Declared<Values, Stored, Held> & { checks?: Checks<Values> }) {
  /** What the server said last, by field. */
  const said = useRef<Record<string, string>>({});
  const fields = useFieldsOfMantine<Values>({
    initialValues: declared.read(declared.item),
    // A field keeps what the server said of it until it is changed, although no check finds anything: a message that went with the
    // focus would move the buttons away from under the pointer.
    validateInputOnBlur: Object.keys(checks ?? {}) as (keyof Values & string)[],
    enhanceGetInputProps: ({ inputProps: { error }, field }) =>
      error && error === said.current[field] ? { onBlur: undefined } : {},
    ...(checks ? { validate: checks } : {}),
  });
  const saving: Saving = useSaving(declared, {
    values: fields.values,
    put: (values) => fields.setValues(values),
    // No check of ours asks the server.
    check: () => (fields.validate() as FormValidationResult).errors,
    showErrors: (errors) => {
      said.current = errors;
      fields.setErrors(errors);
    },
  });
  const form: FormOf<Values> = {
    ...saving,
    values: fields.values,
    errors: fields.errors as Record<string, string | undefined>,
    field: fields.getInputProps,
    set: fields.setFieldValue,
    patch: (some) => {
      // One by one, as if each was typed: the messages of the other fields stay.
      for (const [name, value] of Object.entries(some)) fields.getInputProps(name).onChange(value);
    },
    keyOf: fields.key,
    insert: fields.insertListItem,
    remove: fields.removeListItem,
  };
  return form;
}
