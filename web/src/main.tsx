import '@luit/ui/styles.css';
import { applyTheme } from '@luit/ui/theme';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { loadPage } from './app/routes';
import { HydrationHandoff } from './app/hydration-handoff';
import { ApiClient } from './lib/api-client';
import { connectivity } from './lib/connectivity';
import { createBrowserSession } from './app/browser-session';
import { createViewSession, takeView } from './app/view-session';
import { logFailure } from './lib/log';

applyTheme();

const fetch = connectivity.watch(window.fetch.bind(window));
connectivity.start();
const view = takeView(window.location, window.history);
const session = view ? createViewSession(fetch, view) : createBrowserSession(fetch);
session.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <HydrationHandoff>
      <App services={{ api: new ApiClient(fetch, session), session, view: view ?? undefined }} />
    </HydrationHandoff>
  </StrictMode>
);
// Hydrates a prerendered page at its own path after its chunks have loaded. The transition keeps hydration interruptible
// by user input.
if (root.dataset.page === window.location.pathname) {
  void loadPage(window.location.pathname)
    .catch((cause: unknown) => logFailure('Loading the page failed', cause))
    .then(() => startTransition(() => void hydrateRoot(root, app)));
} else {
  root.replaceChildren();
  startTransition(() => createRoot(root).render(app));
}
