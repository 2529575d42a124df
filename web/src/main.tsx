import './theme/fonts';
import './theme/tokens.css';
import './theme/base.css';
import './theme/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { reloadOnMissingChunk } from './app/chunks';
import { createAppRouter } from './router';

reloadOnMissingChunk();
const root = document.getElementById('root');
if (root) {
  document.documentElement.lang = 'en';
  createRoot(root).render(
    <StrictMode>
      <App router={createAppRouter()} />
    </StrictMode>,
  );
}
