import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { LinkCheck } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { LandingInput } from './landing-input';

const LOOK = 'POST /api/advertiser/ads/check_link';

const SEEN: LinkCheck = {
  state: 'ok',
  status: 200,
  redirects: 0,
  final_host: 'shop.example',
  leads_elsewhere: false,
  content_type: 'text/html',
  elapsed_ms: 340,
  error: '',
  failures: 0,
  is_asked: false,
  checked_at: '2026-11-22T12:00:00Z',
};
const FAILED: LinkCheck = { ...SEEN, state: 'failing', status: 503, error: 'it answers 503', failures: 1 };

function Field() {
  const [url, setUrl] = useState('https://shop.example/');
  return <LandingInput url={url} onChange={(event) => setUrl(event.currentTarget.value)} />;
}

afterEach(() => vi.unstubAllGlobals());

it('looks again when it is asked to, until all is well', async () => {
  const answers = [FAILED, SEEN];
  const calls = stubApi({ [LOOK]: () => ok({ data: answers.shift() }) });
  show(<Field />);
  await screen.findByText(/^The page fails: it answers 503/);
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  await screen.findByText(/^Answers 200 in 340 ms/);
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull();
  expect(calls).toHaveLength(2);
});

it('looks anew at an address that is typed anew', async () => {
  const calls = stubApi({ [LOOK]: ok({ data: SEEN }) });
  show(<Field />);
  await screen.findByText(/^Answers 200/);
  const field = screen.getByRole('textbox', { name: /Address/ });
  for (const [at, url] of ['https://other.example/', 'https://shop.example/'].entries()) {
    fill(field, url);
    fireEvent.blur(field);
    await waitFor(() => expect(calls).toHaveLength(at + 2));
    await screen.findByText(/^Answers 200/);
  }
  expect(calls.map(({ body }) => (body as { url: string }).url)).toEqual([
    'https://shop.example/',
    'https://other.example/',
    'https://shop.example/',
  ]);
});

it('offers no second look at what is no address', async () => {
  stubApi({ [LOOK]: { status: 422, body: { title: 'Invalid', status: 422, errors: { url: ['is not allowed'] } } } });
  show(<Field />);
  await screen.findByText(/is not allowed/i);
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull();
});
