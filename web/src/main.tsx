import '@luit/ui/styles.css';
import { applyTheme } from '@luit/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { ApiClient } from './lib/api-client';
import { createBrowserSession } from './lib/browser-session';

applyTheme();

const fetch = window.fetch.bind(window);
const session = createBrowserSession(fetch);
session.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={{ api: new ApiClient(fetch, session), session }} />
  </StrictMode>,
);
