import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { LoginPage } from '../features/login/login-page';
import { ServicesProvider, useAdmin, useServices, type Services } from '../lib/services';
import { AdminShell } from './admin-shell';

const AuditLogPage = lazy(() => import('../features/audit-log/audit-log-page'));
const LatestJobsPage = lazy(() => import('../features/jobs/latest-jobs-page'));

export function App({ services }: { services: Services }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        {/* Without its last slash, or `/admin` itself would match nothing. */}
        <BrowserRouter basename={import.meta.env.BASE_URL.replace(/\/$/, '')}>
          <Routes>
            <Route index element={<Entry />} />
            <Route element={<Guarded />}>
              <Route path="jobs" element={<LatestJobsPage />} />
              <Route path="audit-log" element={<AuditLogPage />} />
              <Route path="dashboard" element={<Navigate replace to="/jobs" />} />
            </Route>
            <Route path="*" element={<Navigate replace to="/" />} />
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

function Entry() {
  const { email } = useAdmin();
  return email ? <Navigate replace to="/jobs" /> : <LoginPage />;
}

/** Shows the login in place of an operators' page while nobody is signed in or the session has run out. */
function Guarded() {
  const { session } = useServices();
  const { email } = useAdmin();
  if (!email || !session.token()) return <Navigate replace to="/" />;
  return (
    <Suspense>
      <AdminShell />
    </Suspense>
  );
}
