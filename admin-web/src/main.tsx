import { deviceStorage } from '@luit/ui/storage';
import '@luit/ui/styles.css';
import { boundedFetch } from '@luit/ui/bounded-fetch';
import { followPageTranslation } from '@luit/ui/page-translation';
import { ignoreUnintendedEnters } from '@luit/ui/enter-key';
import { applyTheme } from '@luit/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { AdminClient } from './lib/admin-client';
import { AdminSession } from './lib/admin-session';
import { withBackgroundHeader } from './lib/background';

applyTheme();
followPageTranslation();
ignoreUnintendedEnters();

const session = new AdminSession(deviceStorage, Date.now);
// The storage event fires only in the other tabs.
window.addEventListener('storage', session.follow);
// A page that the browser kept in memory received no event.
window.addEventListener('pageshow', session.follow);
const client = new AdminClient(
  withBackgroundHeader(boundedFetch(window.fetch.bind(window)), window, Date.now),
  session,
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={{ session, client }} />
  </StrictMode>,
);
