import './theme/fonts';
import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { reloadOnMissingChunk } from './app/chunks';
import { forgetRefusedCookies } from './app/cookie-choice';
import { followSystemScheme } from './app/scheme-wish';
import { createAppRouter } from './router';

/** Takes over a pre-rendered page, or draws another one if a guard sends the visitor on. */
async function takeOver(root: HTMLElement, path: string): Promise<void> {
  const router = createAppRouter();
  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  );
  if (root.firstElementChild === null) {
    createRoot(root).render(app);
    return;
  }
  try {
    await router.load();
    if (location.pathname === path) {
      // The router hides a page behind a boundary unless it knows that a server has drawn it.
      router.ssr = { manifest: undefined };
      hydrateRoot(root, app);
    } else {
      root.replaceChildren();
      createRoot(root).render(app);
    }
  } finally {
    delete document.documentElement.dataset.leaving;
  }
}

reloadOnMissingChunk();
forgetRefusedCookies();
followSystemScheme();
const root = document.getElementById('root');
if (root) void takeOver(root, location.pathname);
