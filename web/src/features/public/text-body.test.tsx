import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createAppRouter } from '~/router';
import { TextBody } from './text-body';

const HTML = `<p>
  <a href="/webmaster/statistics?period=7d&amp;rows=site#top">page</a>
  <a href="/m/tag.js">file</a>
  <a href="/nothing-here">unknown</a>
  <a href="https://elsewhere.example/faq">elsewhere</a>
</p>`;

/** Clicks a link of a text; the address in the router afterwards, or null when the browser is left to follow the link. */
async function follow(name: string): Promise<string | null> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <TextBody html={HTML} />, notFoundComponent: () => null }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: createAppRouter(createMemoryHistory(), '/').options.context,
  });
  const { unmount } = render(<RouterProvider router={router} />);
  const isLeft = fireEvent.click(await screen.findByRole('link', { name }));
  await router.load();
  const { href } = router.state.location;
  unmount();
  return isLeft ? null : href;
}

it('opens pages of the site in place, with their search and hash', async () => {
  expect(await follow('page')).toBe('/webmaster/statistics?period=7d&rows=site#top');
});

it('leaves everything that is no page to the browser', async () => {
  for (const name of ['file', 'unknown', 'elsewhere']) expect(await follow(name), name).toBeNull();
});
