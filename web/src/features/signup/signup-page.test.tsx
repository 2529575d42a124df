import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseCookies } from '~/app/cookie-choice';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { SignUpPage } from './signup-page';

async function signUp(): Promise<unknown> {
  const calls = stubApi({ 'POST /api/account': ok({ data: {} }) });
  showAt('/singup?source=fb&medium=partners&referral=abc', <SignUpPage />);
  fill(await screen.findByLabelText('E-mail'), 'ada@shop.example');
  fill(screen.getByLabelText('Password'), 'Placard-demo-1');
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  await screen.findByRole('heading', { name: 'Check your mail' });
  return calls[0]?.body;
}

const FORM = { email: 'ada@shop.example', password: 'Placard-demo-1', role: 'advertiser', referral: 'abc' };

afterEach(() => {
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom
  document.cookie = 'cookie_choice=; path=/; max-age=0';
});

it('tells where a visitor came from', async () => {
  expect(await signUp()).toEqual({ ...FORM, source: 'fb', medium: 'partners' });
});

it('does not tell it when that was refused; who brought them stays', async () => {
  chooseCookies('refused');
  expect(await signUp()).toEqual(FORM);
});
