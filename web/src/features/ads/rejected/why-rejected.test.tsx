import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad, PushAd } from '~/api/sdk';
import { ok, refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { PushReasons } from '../../push/ad-list/push-reasons';
import { Reasons } from './reasons';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const REASONS = [{ id: 1, text: 'It shouts' }];
const ad = {
  id: 5,
  campaign_id: 1,
  group_id: 3,
  title: 'Hats',
  ban_reasons: REASONS,
  ban_comment: 'Please not so loud',
} as Ad;
const pushAd = {
  uuid: 'a',
  campaign_uuid: 'c',
  title: 'Hats',
  reasons: REASONS,
  comment: 'Please not so loud',
} as PushAd;

it.each([
  ['an ad', <Reasons key="" ad={ad} />, 'POST /api/advertiser/ad_groups/3/ads/remoderate/5', 'groups/3/medias/edit/5'],
  ['a push ad', <PushReasons key="" ad={pushAd} />, 'PATCH /api-push-proxy/ads/a/remoderate', 'push/c/medias/a/edit'],
])('says why %s was rejected, and sends it again once', async (_, part, call, edit) => {
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  const calls = stubApi({ [call]: ok({ data: {} }) });
  const answers = globalThis.fetch;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (input: Request) => {
    const answered = await answers(input);
    await held;
    return answered;
  });
  showAt('/here', part);
  await userEvent.click(await screen.findByRole('button', { name: /“Hats” was rejected/ }));
  expect(await screen.findByText('It shouts')).toBeInTheDocument();
  expect(screen.getByText('Please not so loud')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit it' }).getAttribute('href')).toContain(edit);
  const why = screen.getByRole('button', { name: /“Hats” was rejected/ });
  const send = () => screen.getByRole('button', { name: 'Send again as it is' });
  await userEvent.click(send());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText('It shouts')).not.toBeInTheDocument();
  expect(why).toHaveFocus();
  await userEvent.click(why);
  expect(send()).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(send());
  await act(async () => answer());
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  // The ad is not shown as it is by now.
  expect(send()).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(send());
  expect(told.mock.lastCall?.[0]).toBe('Sent to moderation again');
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([call]);
});

it('takes it once more where it was refused', async () => {
  vi.spyOn(toasts, 'toastError').mockReturnValue('');
  const calls = stubApi({ 'POST /api/advertiser/ad_groups/3/ads/remoderate/5': refused({}) });
  showAt('/here', <Reasons ad={ad} />);
  for (const time of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: /“Hats” was rejected/ }));
    const send = await screen.findByRole('button', { name: 'Send again as it is' });
    await waitFor(() => expect(send).toBeEnabled());
    await userEvent.click(send);
    await waitFor(() => expect(calls).toHaveLength(time));
  }
});

it('leads to the heading when the ad is rejected no more', async () => {
  let pass = () => {};
  const Page = () => {
    const [isRejected, setRejected] = useState(true);
    pass = () => setRejected(false);
    return (
      <main>
        <h1>Ads</h1>
        {isRejected && <Reasons ad={ad} />}
      </main>
    );
  };
  stubApi({});
  showAt('/here', <Page />);
  (await screen.findByRole('button', { name: /“Hats” was rejected/ })).focus();
  act(() => pass());
  expect(screen.getByRole('heading', { name: 'Ads' })).toHaveFocus();
});
