import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Checkbox, stay } from './controls';

/** A box that is ticked by who has made sure of something; what is said when it is not stands below. */
export function SureField({
  label,
  error,
  ...field
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; error?: ReactNode }) {
  const id = useId();
  return (
    <div>
      <label className="row s13" onMouseDown={stay}>
        <Checkbox {...field} aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined} />
        {label}
      </label>
      {error && (
        <p id={id} className="s13 bad">
          {error}
        </p>
      )}
    </div>
  );
}
