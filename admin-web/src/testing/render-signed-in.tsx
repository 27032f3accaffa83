import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { OperatorIdentity } from '@luit/contracts/auth/operators';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AdminClient } from '../lib/admin-client';
import { AdminSession } from '../lib/admin-session';
import { OperatorProvider } from '../lib/operator';
import { ServicesProvider } from '../lib/services';

const YEAR_2100_SECONDS = 4_102_444_800;
const EMAIL = 'ops@luit.example';

interface SignedIn {
  /** Where the page is opened. */
  path?: string;
  /** Without a role, the page is rendered as long as the app does not know the operator's. */
  role?: OperatorRole;
}

/** Renders part of the app for a signed-in operator. Its requests go to `fetch`. Returns its cache. */
export function renderSignedIn(
  shown: ReactNode,
  fetch: typeof globalThis.fetch,
  { path = '/', role }: SignedIn = {},
): QueryClient {
  const session = new AdminSession(localStorage, Date.now);
  session.open(EMAIL, YEAR_2100_SECONDS);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  window.history.replaceState(null, '', path);
  const routed = <BrowserRouter>{shown}</BrowserRouter>;
  render(
    <ServicesProvider services={{ session, client: new AdminClient(fetch, session) }}>
      <QueryClientProvider client={cache}>
        {role ? <OperatorProvider operator={operatorWith(role)}>{routed}</OperatorProvider> : routed}
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return cache;
}

function operatorWith(role: OperatorRole): OperatorIdentity {
  const methods = { hasTotp: true, hasPasskey: false, isPasskeyPossible: true };
  return {
    id: '01a1f9c0-0000-7000-8000-000000000001',
    email: EMAIL,
    name: 'Ops',
    role,
    secondFactor: 'verified',
    methods,
  };
}
