import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { HoldCampaign } from './hold-campaign';

afterEach(() => vi.unstubAllGlobals());

const CAMPAIGN = {
  id: 5,
  uuid: null,
  name: 'Spring',
  campaign_type_id: 1,
  advertiser_id: 7,
  advertiser_email: 'anna@shop.example',
  status_id: CampaignStatus.Started,
  is_started_wanted: true,
  is_paused_by_staff: false,
  is_declined: false,
  staff_reason: null,
  version: 3,
};
const PAUSED = {
  ...CAMPAIGN,
  status_id: CampaignStatus.PausedByStaff,
  is_paused_by_staff: true,
  staff_reason: 'The page sells mice.',
  version: 4,
};

it('pauses for a reason, and lets go on', async () => {
  let campaign: typeof CAMPAIGN | typeof PAUSED = CAMPAIGN;
  const calls = stubApi({
    'GET /api/admin/campaigns/5': () => ok({ data: campaign }),
    'PUT /api/admin/campaigns/5/pause': () => {
      campaign = PAUSED;
      return ok({ data: campaign });
    },
    'PUT /api/admin/campaigns/5/resume': () => {
      campaign = CAMPAIGN;
      return ok({ data: campaign });
    },
  });
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  showAt('/admin/delivery', <HoldCampaign id={5} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  const pause = () => {
    const [button] = screen.getAllByRole('button', { name: 'Pause' }).slice(-1);
    if (button) fireEvent.click(button);
  };
  pause();
  expect(await screen.findByText('A reason is needed: the owner reads it.')).toBeInTheDocument();
  expect(sent()).toEqual([]);

  fireEvent.change(reason, { target: { value: ' The page sells mice. ' } });
  pause();
  expect(await screen.findByText('The network paused it: The page sells mice.')).toBeInTheDocument();
  expect(sent()).toEqual([
    { path: '/api/admin/campaigns/5/pause', body: { reason: 'The page sells mice.', version: 3 } },
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'Let it go on' }));
  expect(await screen.findByText(/has it switched on/)).toBeInTheDocument();
  const [last] = screen.getAllByRole('button', { name: 'Let it go on' }).slice(-1);
  if (last) fireEvent.click(last);
  expect(await screen.findByRole('button', { name: 'Decline' })).toBeInTheDocument();
  await vi.waitFor(() =>
    expect(sent().at(-1)).toEqual({ path: '/api/admin/campaigns/5/resume', body: { version: 4 } }),
  );
});

it('shows what somebody else did first, and decides on that', async () => {
  let campaign: typeof CAMPAIGN | typeof PAUSED = CAMPAIGN;
  const calls = stubApi({
    'GET /api/admin/campaigns/5': () => ok({ data: campaign }),
    'PUT /api/admin/campaigns/5/decline': ({ body }) => {
      campaign = PAUSED;
      return (body as { version: number }).version === PAUSED.version
        ? ok({ data: campaign })
        : { status: 409, body: { title: 'Conflict', status: 409, detail: 'This was changed meanwhile.' } };
    },
  });
  showAt('/admin/delivery', <HoldCampaign id={5} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'It is a fraud.' } });
  const decline = () => {
    const [button] = screen.getAllByRole('button', { name: 'Decline' }).slice(-1);
    if (button) fireEvent.click(button);
  };
  decline();
  expect(await screen.findByText('This was changed meanwhile.')).toBeInTheDocument();
  // On the page, and in the dialog above it.
  expect(screen.getAllByText('The network paused it: The page sells mice.')).toHaveLength(2);

  decline();
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await vi.waitFor(() => expect(sent()).toEqual([3, 4].map((version) => ({ reason: 'It is a fraud.', version }))));
});

it('sends the version that its dialog shows, though the page behind it knows a newer one', async () => {
  let campaign: typeof CAMPAIGN | typeof PAUSED = CAMPAIGN;
  const calls = stubApi({
    'GET /api/admin/campaigns/5': () => ok({ data: campaign }),
    'PUT /api/admin/campaigns/5/decline': {
      status: 409,
      body: { title: 'Conflict', status: 409, detail: 'This was changed meanwhile.' },
    },
  });
  showAt('/admin/delivery', <HoldCampaign id={5} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'It is a fraud.' } });
  // A colleague is quicker, and whoever comes back from another tab has the page asked for anew.
  campaign = PAUSED;
  window.dispatchEvent(new Event('visibilitychange'));
  // On the page alone.
  expect(await screen.findByText('The network paused it: The page sells mice.')).toBeInTheDocument();
  const [button] = screen.getAllByRole('button', { name: 'Decline' }).slice(-1);
  if (button) fireEvent.click(button);
  expect(await screen.findByText('This was changed meanwhile.')).toBeInTheDocument();
  expect(screen.getAllByText('The network paused it: The page sells mice.')).toHaveLength(2);
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: CAMPAIGN.version });
});

it('leaves it to the owner of the network to take a decline back', async () => {
  stubApi({ 'GET /api/admin/campaigns/5': ok({ data: { ...PAUSED, is_paused_by_staff: false, is_declined: true } }) });
  showAt('/admin/delivery', <HoldCampaign id={5} />);
  expect(await screen.findByText('The network declined it: The page sells mice.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Let it go on' })).toBeNull();
});
