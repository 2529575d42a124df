import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '~/api/sdk';
import { fill, showAt } from '~/test/show';
import { Profile } from '../account/profile';

const USER = { id: 7, email: 'ada@shop.example', name: 'Ada', telegram: '', phone: '', skype: '' } as User;

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it('says that a save without a network did not happen, keeps what was typed, and never sends it later', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.method);
    throw new TypeError('offline');
  });
  onlineManager.setOnline(false);
  showAt('/here', <Profile user={USER} />);
  const name = await screen.findByLabelText('Name');
  fill(name, 'Eve');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/did not answer/)).toBeInTheDocument();
  expect(name).toHaveValue('Eve');
  expect(name.closest('form')).not.toHaveAttribute('inert');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  const before = sent.length;
  await act(async () => {
    onlineManager.setOnline(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(sent).toHaveLength(before);
});
