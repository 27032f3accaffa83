import type { User } from '@luit/contracts/auth/users';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { loadInLanguageOf, speaksAnotherLanguage } from '../../../lib/account-language';

/** Leads to a page, in the language of the account if none was chosen in this browser. */
export function SignedInRedirect({ user, to }: { user: User; to: string }) {
  const [isToReload] = useState(() => speaksAnotherLanguage(user));
  useEffect(() => {
    if (isToReload) loadInLanguageOf(user, to);
  }, [isToReload, user, to]);
  return isToReload ? null : <Navigate replace to={to} />;
}
