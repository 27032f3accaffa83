import { render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '../lib/api-client';
import { PUBLIC_PAGES, type PublicPath } from '../lib/public-pages';
import { ServicesProvider } from '../lib/services';
import { fakeServer } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { AppRoutes } from './routes';

// What the home page asks the browser, and jsdom lacks.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

it.each(Object.keys(PUBLIC_PAGES) as PublicPath[])(
  '%s has the same title in the app as in its document',
  async (path) => {
    const { fetch } = fakeServer({});
    const services = { api: new ApiClient(fetch), session: sessionStore(fetch) };
    render(
      <ServicesProvider services={services}>
        <MemoryRouter initialEntries={[path]}>
          <AppRoutes />
        </MemoryRouter>
      </ServicesProvider>,
    );
    await waitFor(() => expect(document.title).toBe(PUBLIC_PAGES[path].title));
  },
);
