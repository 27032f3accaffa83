import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes } from './app/routes';
import { ApiClient } from './lib/api-client';
import { ServicesProvider } from './lib/services';
import { SessionStore } from './lib/session-store';

/** A visitor of whom nothing is known. Nothing is asked of any server: effects do not run here. */
function visitor() {
  const api = new ApiClient(() => Promise.reject(new Error('Pages are written without a server')));
  const session = new SessionStore({
    api,
    now: Date.now,
    wait: () => Promise.resolve(),
    exclusively: (task) => task(),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  });
  return { api, session };
}

/** The markup of a public page as a visitor first sees it; the build writes it into the page's document. */
export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <ServicesProvider services={visitor()}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </ServicesProvider>
    </StrictMode>,
    // In one piece: what is put in place later would need scripts inside the page.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return new Response(prelude).text();
}
