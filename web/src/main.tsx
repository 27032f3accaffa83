import '@luit/ui/styles.css';
import { boundedFetch } from '@luit/ui/bounded-fetch';
import { applyTheme } from '@luit/ui/theme';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes, loadPage } from './app/routes';
import { HydrationHandoff } from './app/hydration-handoff';
import { ApiClient } from './lib/api-client';
import { connectivity } from './lib/connectivity';
import { activateLanguage, chosenLanguage } from './lib/language';
import { createBrowserSession } from './app/browser-session';
import { takeImpersonation } from './app/impersonation';
import { logFailure } from './lib/log';
import { type Services, ServicesProvider } from './lib/services';

applyTheme();
// Separate chunks: browsers translate a page only after it has loaded, and the first page has no action that may happen only once.
Promise.all([import('@luit/ui/page-translation'), import('@luit/ui/enter-key')]).then(
  ([{ followPageTranslation }, { ignoreUnintendedEnters }]) => {
    followPageTranslation();
    ignoreUnintendedEnters();
  },
  (cause: unknown) => logFailure('Loading what guards the page failed', cause),
);
void start();

/** A function instead of a top-level `await`: the loaded modules import the chunk of this module, which would then wait for itself. */
async function start(): Promise<void> {
  const language = chosenLanguage();
  if (language !== 'en') await activateLanguage(language);

  let fetch = connectivity.watch(boundedFetch(window.fetch.bind(window)));
  connectivity.start();
  const impersonation = takeImpersonation(window.location, window.history);
  let session;
  if (impersonation) {
    const { createImpersonationSession, readOnlyFetch } = await import('./app/impersonation-session');
    fetch = readOnlyFetch(fetch);
    session = createImpersonationSession(fetch, impersonation);
  } else session = createBrowserSession(fetch);
  session.start();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = (
    <StrictMode>
      <HydrationHandoff>
        <App services={{ api: new ApiClient(fetch, session), session, impersonation: impersonation ?? undefined }} />
      </HydrationHandoff>
    </StrictMode>
  );
  // Hydrates a prerendered page, which is in English, at its own path after its chunks have loaded. The transition keeps
  // hydration interruptible by user input.
  if (root.dataset.page === window.location.pathname && language === 'en') {
    await loadShownPage();
    startTransition(() => void hydrateRoot(root, app));
    return;
  }
  // The preview of a shared video stays until React replaces it with the page.
  if (root.dataset.preview === undefined) root.replaceChildren();
  else await loadShownPage();
  // Hidden by public/before-hydration.js in another language than English.
  document.documentElement.style.visibility = '';
  startTransition(() => createRoot(root).render(app));
}

/** Loads the chunks of the page. If that fails, the page loads them again and says so. */
function loadShownPage(): Promise<void> {
  return loadPage(window.location.pathname).catch((cause: unknown) => logFailure('Loading the page failed', cause));
}

function App({ services }: { services: Services }) {
  return (
    <ServicesProvider services={services}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ServicesProvider>
  );
}
