import { createContext, use, useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import type { ApiClient } from './api-client';
import type { SessionState, SessionStore } from './session-store';

export interface Services {
  api: ApiClient;
  session: SessionStore;
  /** Present while an operator impersonates the user. */
  impersonation?: { until: string };
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

const VISITOR_STATE: SessionState = {
  status: 'unknown',
  user: null,
  error: null,
  errorCode: null,
  isBeingDeleted: false,
  isSignOutPending: false,
};

/** Prerendering and hydration start from the state of a visitor. */
const getVisitorState = (): SessionState => VISITOR_STATE;

/**
 * The session state for components. A sign-in re-renders whole pages, so it is deferred and stays interruptible;
 * `session.getState()` may be ahead of it. A sign-out applies immediately so that no data of the previous user remains visible.
 */
export function useSession(): SessionState {
  const { session } = useServices();
  const current = useSyncExternalStore(session.subscribe, session.getState, getVisitorState);
  const deferred = useDeferredValue(current);
  return deferred.user && deferred.user.id !== current.user?.id ? current : deferred;
}
