import '@luit/ui/styles.css';
import { applyTheme } from '@luit/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { AdminClient } from './lib/admin-client';
import { AdminSession } from './lib/admin-session';
import { withBackgroundHeader } from './lib/background';

applyTheme();

const session = new AdminSession(localStorage, Date.now);
// The storage event fires only in the other tabs.
window.addEventListener('storage', session.follow);
// A page that the browser kept in memory received no event.
window.addEventListener('pageshow', session.follow);
const client = new AdminClient(withBackgroundHeader(window.fetch.bind(window), window, Date.now), session);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={{ session, client }} />
  </StrictMode>,
);
