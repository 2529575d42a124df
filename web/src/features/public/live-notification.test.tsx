import { act, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ExampleNotification } from './example-notification';
import { drawing } from './live-block';
import { LiveNotification } from './live-notification';

afterEach(() => {
  drawing.notification = null;
});

it('stands as the page brought it until it has to be another one', async () => {
  drawing.notification = (example) => renderToStaticMarkup(<ExampleNotification {...example} />);
  const host = document.createElement('div');
  document.body.append(host);
  host.innerHTML = renderToString(<LiveNotification system="android" turn={0} />);
  drawing.notification = null;
  const brought = screen.getByRole('img');
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const root = await act(async () => hydrateRoot(host, <LiveNotification system="android" turn={0} />));
  expect(screen.getByRole('img')).toBe(brought);
  expect(error).not.toHaveBeenCalled();

  await act(async () => root.render(<LiveNotification system="android" turn={0} scheme="dark" />));
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('data-theme', 'dark'));
  await act(async () => root.unmount());
  host.remove();
});

it('is drawn where no page brought it', async () => {
  render(<LiveNotification system="windows" turn={1} />);
  expect(await screen.findByRole('img', { name: /^Windows, Chrome and Edge: / })).toBeInTheDocument();
});
