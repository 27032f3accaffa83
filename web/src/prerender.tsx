import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createRoutesFromElements, StaticRouter, type RouteObject } from 'react-router-dom';
import { AppRoutes } from './app/routes';
import { ApiClient } from './lib/api-client';
import { ServicesProvider } from './lib/services';
import { SessionStore } from './lib/session-store';
import { SharedPreview } from './features/sharing/shared-preview';

/** The services for a visitor without a session. They send no requests, because effects do not run while prerendering. */
function visitorServices() {
  const api = new ApiClient(() => Promise.reject(new Error('No server is available while prerendering')));
  const session = new SessionStore({
    api,
    now: Date.now,
    wait: () => Promise.resolve(),
    exclusively: (task) => task(),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  });
  return { api, session };
}

/** Renders the markup of a public page for a visitor. The build writes it into the page's document. */
export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <ServicesProvider services={visitorServices()}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </ServicesProvider>
    </StrictMode>,
    // The page is rendered in one chunk, because later chunks would need inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return new Response(prelude).text();
}

/** Renders what the document of a shared video shows until the app has loaded. */
export async function prerenderSharedPreview(): Promise<string> {
  return new Response((await prerender(<SharedPreview />)).prelude).text();
}

/** The paths of all pages, as patterns like `/order/:requestId`. The build writes them for the gateway. */
export function pagePatterns(): string[] {
  const patternsOf = (routes: RouteObject[], parent: string): string[] =>
    routes.flatMap(({ path, children }) => {
      const pattern = path === undefined ? parent : `${parent}/${path}`;
      return children ? patternsOf(children, pattern) : path === '*' ? [] : [pattern || '/'];
    });
  return patternsOf(createRoutesFromElements(AppRoutes().props.children), '');
}
