import { useEffect, useState } from 'react';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';

/** The ways to sign in besides a password. */
export interface SignInMethods {
  /** The name of the OpenID provider; null without one. */
  provider: string | null;
  /** Whether the installation and this browser support passkeys. */
  passkeys: boolean;
  /** False while they load. */
  isKnown: boolean;
}

const NONE: SignInMethods = { provider: null, passkeys: false, isKnown: false };

/** None until they are loaded, and if that fails: a password still works. */
export function useSignInMethods(): SignInMethods {
  const { api } = useServices();
  const [methods, setMethods] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    api
      .call<Omit<SignInMethods, 'isKnown'>>('/api/auth/methods', { bearer: null })
      .then(({ provider, passkeys }) => {
        if (isCurrent) setMethods({ provider, passkeys: passkeys && 'PublicKeyCredential' in window, isKnown: true });
      })
      .catch((cause: unknown) => {
        logFailure('Loading the ways to sign in failed', cause);
        if (isCurrent) setMethods({ ...NONE, isKnown: true });
      });
    return () => {
      isCurrent = false;
    };
  }, [api]);
  return methods;
}
