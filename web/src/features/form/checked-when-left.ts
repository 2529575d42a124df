import type { UseFormReturnType } from '@mantine/form';

/**
 * Props of a field that is checked when it is left with something in it. An empty one is checked at send: a message that
 * comes up on the way to a link would push the link from under the pointer.
 */
export function checkedWhenLeft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: keyof Values & string,
) {
  return {
    ...form.getInputProps(name),
    onBlur: () => {
      if (form.getValues()[name]) void form.validateField(name);
    },
  };
}
