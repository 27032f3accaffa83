import type { PublicStatus } from '@luit/contracts/operations/service-status';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { connectivity } from './connectivity';
import { logFailure } from './log';
import { useServices } from './services';

const POLL_MS = 30_000;

const UNRESTRICTED: PublicStatus = { banner: null, newJobsPaused: false, isWaitUnknown: false };

const ServiceStatusContext = createContext(UNRESTRICTED);

/** Reads what operators announce and restrict, now and every 30 seconds while the page is visible. */
export function ServiceStatusProvider({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const [status, setStatus] = useState(UNRESTRICTED);
  useEffect(() => {
    const abort = new AbortController();
    const read = async () => {
      if (document.visibilityState === 'hidden' || !connectivity.isOnline()) return;
      try {
        // The call has no token, because the status does not depend on who asks.
        setStatus(await api.call<PublicStatus>('/api/status', { bearer: null, signal: abort.signal }));
      } catch (cause) {
        if (!abort.signal.aborted) logFailure('Reading the service status failed', cause);
      }
    };
    void read();
    const timer = setInterval(() => void read(), POLL_MS);
    const onChange = () => void read();
    document.addEventListener('visibilitychange', onChange);
    const unsubscribe = connectivity.subscribe(onChange);
    return () => {
      abort.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onChange);
      unsubscribe();
    };
  }, [api]);
  return <ServiceStatusContext value={status}>{children}</ServiceStatusContext>;
}

export function useServiceStatus(): PublicStatus {
  return use(ServiceStatusContext);
}
