import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { getCampaignOptions } from '~/api/queries';
import { holdBack, ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { FillFrom } from './copy-from';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A form that is filled from a campaign, which comes at `answer`. */
async function open(status = 200) {
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  const refused = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  stubApi({
    'GET /api/advertiser/campaigns/list_for_copy': ok({
      data: [{ id: 3, name: 'Spring' }],
      pagination: { current_page: 1, last_page: 1, per_page: 20, total: 1 },
    }),
    'GET /api/advertiser/campaigns/3': { status, body: { data: { id: 3, name: 'Spring', note: 'For bees' } } },
  });
  const answer = holdBack('/campaigns/3');
  let type = (_name: string) => {};
  const Form = () => {
    const [name, setName] = useState('');
    type = setName;
    return (
      <>
        <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <FillFrom
          what="campaign"
          ask={(id) => getCampaignOptions({ path: { id } })}
          take={(from) => setName(name || from.name)}
        />
      </>
    );
  };
  const router = showAt('/here', <Form />);
  await userEvent.click(await screen.findByRole('button', { name: 'Copy from' }));
  await userEvent.click(await screen.findByRole('button', { name: /Spring/ }));
  const arrive = async () => {
    answer();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  };
  return { arrive, router, type, told, refused };
}

const name = () => screen.getByLabelText('Name');

it('shows which one is asked for, and fills the form with it', async () => {
  const { arrive, told } = await open();
  expect(screen.getByRole('button', { name: /Spring/ })).toHaveAttribute('aria-busy', 'true');
  await arrive();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name()).toHaveValue('Spring');
  expect(told).toHaveBeenCalledWith('Copied into the form', expect.anything());
});

it.each([200, 404])('does and says nothing after its list was closed before the answer %i', async (status) => {
  const { arrive, told, refused } = await open(status);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fill(name(), 'A');
  fill(name(), '');
  await arrive();
  expect(name()).toHaveValue('');
  expect(told).not.toHaveBeenCalled();
  expect(refused).not.toHaveBeenCalled();
});

it('fills beside what stands in the form when the answer comes', async () => {
  const { arrive, type } = await open();
  act(() => type('Autumn'));
  await arrive();
  expect(name()).toHaveValue('Autumn');
});

it('fills nothing of a page that shows another thing by then', async () => {
  const { arrive, router } = await open();
  await act(() => router.navigate({ href: '/there' }));
  await arrive();
  expect(name()).toHaveValue('');
});
