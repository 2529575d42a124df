import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fill, showAt } from '~/test/show';
import { OpeningPalette } from './opening';
import type { PaletteProps } from './palette';

const code = vi.hoisted(() => {
  let come = () => {};
  const here = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { here, come };
});

vi.mock('./palette', async () => {
  await code.here;
  return { Palette: ({ initial }: PaletteProps) => <output>{JSON.stringify(initial)}</output> };
});

it('takes what is typed until its code is there, and closes with Escape', async () => {
  const closed = vi.fn();
  showAt('/here', <OpeningPalette cabinet="advertiser" onClose={closed} onLeave={vi.fn()} />);
  const field = await screen.findByRole('textbox', { name: 'Search or jump to' });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(closed).toHaveBeenCalledTimes(1);
  fill(field, 'fin');
  fireEvent.keyDown(field, { key: 'Enter' });
  fill(field, 'fina');
  fireEvent.keyDown(field, { key: 'Enter' });
  code.come();
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({ text: 'fina', isEntered: true });
});
