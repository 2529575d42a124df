import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from './app/app';
import { liveMarkup } from './features/public/draw-live';
import { ExampleNotification } from './features/public/example-notification';
import { drawing } from './features/public/live-block';
import { declaredPages, pagesFile } from './lib/declared';
import { createAppRouter } from './router';

const routerAt = (path: string) => createAppRouter(createMemoryHistory({ initialEntries: [path] }), path);

/** Every page of the application. */
export const PAGES = declaredPages(Object.values(routerAt('/').routesById));
/** They as the server reads them. */
export const PAGES_FILE = pagesFile(PAGES);

/** The routes that the page of a path stands on. */
export function routesOf(path: string): string[] {
  const router = routerAt(path);
  return router.matchRoutes(router.state.location).map((match) => match.routeId);
}

/** Draws the page of a path. `document` is where live blocks are drawn. */
export async function drawPage(path: string, document: Document): Promise<string> {
  // React draws a page on without the part that fails: what failed is kept for the end.
  let broken: unknown;
  drawing.markup = (block) => {
    try {
      return liveMarkup(document, block);
    } catch (error) {
      broken ??= error;
      throw error;
    }
  };
  drawing.notification = (example) => renderToStaticMarkup(<ExampleNotification {...example} />);
  const router = routerAt(path);
  await router.load();
  const failed = router.state.matches.find((match) => match.status !== 'success');
  if (failed || router.state.location.pathname !== path) {
    throw new Error(
      `${path} cannot be pre-rendered: ${String(failed?.error ?? 'a guard sends it on, or it has no route')}`,
    );
  }
  const html = renderToString(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  if (broken) throw broken;
  return html;
}
