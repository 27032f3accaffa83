import { Toaster } from '@luit/ui/toaster';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { LoginPage } from '../features/login/login-page';
import { ServicesProvider, useAdmin, useServices, type Services } from '../lib/services';
import { HOME, PAGES } from './pages';
import { AdminShell } from './shell/admin-shell';

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
            <Route index element={<Entry />} />
            <Route element={<Guarded />}>
              {PAGES.map(({ path, Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Route>
            <Route path="*" element={<Navigate replace to="/" />} />
          </Routes>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </ServicesProvider>
  );
}

function Entry() {
  const { email } = useAdmin();
  return email ? <Navigate replace to={HOME} /> : <LoginPage />;
}

/** Redirects to the login page when nobody is signed in or the session has expired. */
function Guarded() {
  const { session } = useServices();
  const { email } = useAdmin();
  if (!email || !session.isOpen()) return <Navigate replace to="/" />;
  return <AdminShell />;
}
