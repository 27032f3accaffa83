import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { AdminClient } from './admin-client';
import type { AdminSession, AdminState } from './admin-session';

/** What components share: the operator's session and the client of the HTTP interface. Tests provide their own. */
export interface Services {
  session: AdminSession;
  client: AdminClient;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('useServices must be used within a ServicesProvider');
  return services;
}

export function useAdmin(): AdminState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.getState);
}
