import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { App } from '~/app/app';
import { createAppRouter } from '~/router';

vi.mock('./error-pages', () => {
  throw new Error('gone from the server');
});

it('has a last word when even the error page fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(<App router={createAppRouter(createMemoryHistory({ initialEntries: ['/nothing'] }), '/nothing')} />);
  const title = 'An error occurred while showing the error page';
  expect(await screen.findByRole('heading', { name: title }, { timeout: 20_000 })).toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/');
});
