import './theme/fonts';
import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { App } from './app/app';
import { reloadOnMissingChunk } from './app/chunks';
import { forgetRefusedCookies } from './app/cookie-choice';
import { reportOnce, reportUncaught } from './app/error-reports';
import { followSystemScheme } from './app/scheme-wish';
import { createAppRouter } from './router';

/** Errors that a boundary caught stand in its place on the page, and nobody else hears of them. */
const ROOT: RootOptions = {
  onCaughtError: (error) => {
    // biome-ignore lint/suspicious/noConsole: as React does where nobody else listens
    console.error(error);
    reportOnce(error);
  },
};

/** Takes over a pre-rendered page, or draws another one if a guard sends the visitor on. */
async function takeOver(root: HTMLElement, path: string): Promise<void> {
  const router = createAppRouter();
  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  if (root.firstElementChild === null) {
    createRoot(root, ROOT).render(app);
    return;
  }
  try {
    await router.load();
    if (location.pathname === path) {
      // The router hides a page behind a boundary unless it knows that a server has drawn it.
      router.ssr = { manifest: undefined };
      hydrateRoot(root, app, ROOT);
    } else {
      root.replaceChildren();
      createRoot(root, ROOT).render(app);
    }
  } finally {
    delete document.documentElement.dataset.leaving;
  }
}

reportUncaught();
reloadOnMissingChunk();
forgetRefusedCookies();
followSystemScheme();
const root = document.getElementById('root');
if (root) void takeOver(root, location.pathname);
