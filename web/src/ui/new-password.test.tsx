import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { passwordError } from '~/lib/password';
import { fill, show } from '~/test/show';
import { NewPassword } from './new-password';

function Field() {
  const [value, setValue] = useState('');
  return <NewPassword label="Password" value={value} onChange={(event) => setValue(event.currentTarget.value)} />;
}

const rules = () =>
  within(screen.getByRole('list', { name: 'Rules of the password' }))
    .getAllByRole('listitem')
    .map((rule) => rule.textContent);

it('names every rule and shows which hold while one types', () => {
  show(<Field />);
  expect(rules()).toEqual([
    '8 characters, missing',
    'Upper case, missing',
    'Lower case, missing',
    'Digit, missing',
    'Special character, missing',
    'No spaces, missing',
  ]);
  const field = screen.getByLabelText('Password');
  fill(field, 'placard 1');
  expect(rules()).toEqual([
    '8 characters, holds',
    'Upper case, missing',
    'Lower case, holds',
    'Digit, holds',
    'Special character, missing',
    'No spaces, missing',
  ]);
  expect(screen.getByText('3 of 6 rules hold')).toBeInTheDocument();
  fill(field, 'Placard-demo-1');
  expect(rules().every((rule) => rule?.endsWith('holds'))).toBe(true);
});

it('tells the rules to screen readers as the description of the field', () => {
  show(<Field />);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Upper case, missing/);
});

it('cuts nothing of a long password that is pasted', async () => {
  show(<Field />);
  const field = screen.getByLabelText('Password');
  const long = `Aa1!${'x'.repeat(200)}`;
  await userEvent.click(field);
  await userEvent.paste(long);
  expect(field).toHaveValue(long);
  expect(passwordError(long)).toBe('Use at most 128 characters.');
});
