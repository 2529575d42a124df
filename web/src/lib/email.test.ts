import { expect, it } from 'vitest';
import { emailError } from './email';

it('takes addresses that the server takes', () => {
  const long = `${'x'.repeat(240)}@shop.example`;
  for (const good of ['ada@shop.example', ' ada@shop.example ', long.slice(-254)]) expect(emailError(good)).toBeNull();
  for (const bad of ['', 'ada', 'ada@shop', 'a b@shop.example', `xx${long}`]) expect(emailError(bad)).not.toBeNull();
});
