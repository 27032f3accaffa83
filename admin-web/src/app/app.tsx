import { Toaster } from '@luit/ui/toaster';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router-dom';
import type { Permission } from '@luit/contracts/auth/operator-permissions';
import { Alert } from '@luit/ui/alert';
import { InvitationPage } from '../features/invitation/invitation-page';
import { LoginPage } from '../features/login/login-page';
import { SecondFactorGate } from '../features/second-factors/second-factor-gate';
import { StepUpDialog } from '../features/second-factors/step-up-dialog';
import { type Services, ServicesProvider, useAdmin, useServices } from '../lib/services';
import { HOME, PAGES } from './pages';
import { AdminShell } from './shell/admin-shell';
import { PageHeader } from '../components/page-header';
import { ROLE_LABELS, useCan, useOperator } from '../lib/operator';

export function App({ services }: { services: Services }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const { session } = services;
  // Signing out in any tab clears the cache, so the next operator never sees the previous operator's data.
  useEffect(
    () => session.subscribe(() => session.getState().email === null && queryClient.clear()),
    [session, queryClient],
  );
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        {/* Without the trailing slash; with it, `/admin` itself would not match. */}
        <BrowserRouter basename={import.meta.env.BASE_URL.replace(/\/$/, '')}>
          <Routes>
            <Route path="/invitation" element={<InvitationPage />} />
            <Route element={<Guarded />}>
              {PAGES.map(({ path, permission, Page }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Permitted permission={permission}>
                      <Page />
                    </Permitted>
                  }
                />
              ))}
            </Route>
            {/* The home page used to have this path; links to it still work. */}
            <Route path="/dashboard" element={<Navigate replace to={HOME} />} />
            <Route path="*" element={<Navigate replace to="/" />} />
          </Routes>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** The path inside this app that a link asked for. */
function pageOf(next: string): string {
  return /^\/[^/\\]/.test(next) ? next : HOME;
}

/**
 * Shows the login page, at the path of the home page, when no one is signed in or the session has expired. Signing in then opens the page
 * that was asked for, except after signing out.
 */
function Guarded() {
  const { session } = useServices();
  const { email, message } = useAdmin();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const [wasSignedIn, setWasSignedIn] = useState(email !== null);
  if (email && !wasSignedIn) setWasSignedIn(true);
  const next = pathname === HOME && params.get('next');
  if (!email || !session.isOpen()) {
    if (pathname === HOME) return <LoginPage />;
    const hasSignedOut = wasSignedIn && !email && !message;
    return (
      <Navigate replace to={hasSignedOut ? HOME : `${HOME}?${new URLSearchParams({ next: pathname + search })}`} />
    );
  }
  if (next) return <Navigate replace to={pageOf(next)} />;
  return (
    <SecondFactorGate>
      <AdminShell />
      <StepUpDialog />
    </SecondFactorGate>
  );
}

/** Shows a page if the operator's role permits it, and says so otherwise. */
function Permitted({ permission, children }: { permission: Permission; children: ReactNode }) {
  const isPermitted = useCan(permission);
  const operator = useOperator();
  if (isPermitted || !operator) return children;
  return (
    <>
      <PageHeader title="Not permitted" />
      <Alert tone="info">
        Your role {ROLE_LABELS[operator.role]} does not include this page. Ask an owner if you need it.
      </Alert>
    </>
  );
}
