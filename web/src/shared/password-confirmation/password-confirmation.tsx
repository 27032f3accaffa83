import { type Dispatch, type ReactNode, type SetStateAction, useMemo, useState } from 'react';
import type { ApiClient, CallOptions } from '../../lib/api-client';
import { ApiError } from '../../lib/api-error';
import { lazyPart } from '../../lib/lazy-part';
import { ServicesProvider, useServices } from '../../lib/services';

const PasswordDialog = lazyPart(() => import('./password-dialog'), 'line');

type Answer = (isConfirmed: boolean) => void;

/** Asks for the password when a request of its children needs a recent sign-in, and then repeats the request. */
export function PasswordConfirmation({ children }: { children: ReactNode }) {
  const services = useServices();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const confirming = useMemo(
    () => ({ ...services, api: confirmingClient(services.api, asking(setAnswer)) }),
    [services],
  );
  return (
    <ServicesProvider services={confirming}>
      <div className="contents">{children}</div>
      {answer && <PasswordDialog onAnswer={answer} />}
    </ServicesProvider>
  );
}

/** Concurrent requests share one dialog. */
function asking(setAnswer: Dispatch<SetStateAction<Answer | null>>): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null;
  return () =>
    (pending ??= new Promise((resolve) => {
      const done: Answer = (isConfirmed) => {
        pending = null;
        setAnswer(null);
        resolve(isConfirmed);
      };
      setAnswer(() => done);
    }));
}

/** Wraps a client so that it asks for the password. A separate chunk, so that the first route does not load it. */
function confirmingClient(api: ApiClient, ask: () => Promise<boolean>): ApiClient {
  const confirming = Object.create(api) as ApiClient;
  confirming.call = async <T,>(path: string, options?: CallOptions): Promise<T> => {
    try {
      return await api.call<T>(path, options);
    } catch (cause) {
      const isAsked = cause instanceof ApiError && cause.code === 'password_required' && options?.bearer === undefined;
      if (!isAsked || !(await ask())) throw cause;
      return confirming.call<T>(path, options);
    }
  };
  return confirming;
}
