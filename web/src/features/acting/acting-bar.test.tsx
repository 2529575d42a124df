import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { ActingBar } from './acting-bar';

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('says who acts as whom, on screens of every width', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { email: 'ada@shop.example', acting: { email: 'god@net.example' } } }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  show(<ActingBar />);
  const bar = screen.getByRole('region', { name: 'Acting as somebody else' });
  for (const email of ['god@net.example', 'ada@shop.example']) {
    const said = await screen.findByText(email);
    expect(said.closest('.desk-only')).toBeNull();
  }
  expect(bar).toHaveTextContent('god@net.example acting as ada@shop.example');
});
