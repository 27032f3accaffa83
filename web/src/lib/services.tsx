import { createContext, use, useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
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

const VISITOR: SessionState = { status: 'unknown', user: null, error: null, isBeingDeleted: false };

/** Pages are written as a visitor sees them, and the browser begins with what is written. */
const beforeAnyIsKnown = (): SessionState => VISITOR;

/**
 * The session as components see it. Somebody's arrival draws whole pages, so it is drawn piece by piece, giving way to
 * whoever presses something meanwhile; `session.getState()` is ahead of it by that time. Whoever leaves is gone at once, so
 * that nothing of theirs is kept for the next.
 */
export function useSession(): SessionState {
  const { session } = useServices();
  const now = useSyncExternalStore(session.subscribe, session.getState, beforeAnyIsKnown);
  const shown = useDeferredValue(now);
  return shown.user && shown.user.id !== now.user?.id ? now : shown;
}
