import { useLocation } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { MutationOf } from '~/api/queries';
import { paths } from '~/lib/paths';
import { showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { CopyButton } from './copy-button';

afterEach(() => vi.restoreAllMocks());

/** A page that stays while another campaign is shown, with its button. */
function open() {
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  const answers: Record<number, () => void> = {};
  const mutation = (() => ({
    mutationFn: (id: number) =>
      new Promise((resolve) => {
        answers[id] = () => resolve({ data: { id: id + 10 } });
      }),
  })) as unknown as MutationOf<number, { data: { id: number } }>;
  const Page = () => (
    <CopyButton
      noun="campaign"
      mutation={mutation}
      variables={Number(useLocation().pathname.split('/').at(-1))}
      opens={({ id }) => paths.campaign(id)}
      detail="Nothing runs yet."
    />
  );
  return { told, answers, router: showAt('/advertiser/campaigns/3', <Page />) };
}

it('opens the copy', async () => {
  const { answers, router } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  await act(async () => answers[3]?.());
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertiser/campaigns/13'));
});

it('leads nobody to the copy who looks at another campaign by then', async () => {
  const { told, answers, router } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  await act(() => router.navigate({ href: '/advertiser/campaigns/4' }));
  await act(async () => answers[3]?.());
  await waitFor(() => expect(told).toHaveBeenCalledWith('Campaign copied', { detail: 'Nothing runs yet.' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(router.state.location.pathname).toBe('/advertiser/campaigns/4');
});
