import { t } from '@lingui/core/macro';
import type { ApiKeyScope } from '@luit/contracts/auth/api-key-limits';

/** The scopes that a route needs today. */
export function offeredScopes(): { scope: ApiKeyScope; label: string; hint: string }[] {
  return [
    { scope: 'videos:write', label: t`Make, cancel and delete videos`, hint: t`Spends credits.` },
    { scope: 'videos:read', label: t`See and download videos`, hint: t`All videos of your account.` },
    { scope: 'billing:read', label: t`See the balance`, hint: t`Changes nothing.` },
  ];
}
