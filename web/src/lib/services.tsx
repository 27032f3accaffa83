import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { ApiClient } from './api-client';
import type { SessionState, SessionStore } from './session-store';

export interface Services {
  api: ApiClient;
  session: SessionStore;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('useServices needs a ServicesProvider above it');
  return services;
}

const VISITOR: SessionState = { status: 'unknown', user: null, error: null, isLeaving: false };

/** Pages are written as a visitor sees them, and the browser begins with what is written. */
const beforeAnyIsKnown = (): SessionState => VISITOR;

export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.getState, beforeAnyIsKnown);
}
