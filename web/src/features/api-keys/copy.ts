import { t } from '@lingui/core/macro';
import type { ApiKeyMode, ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { formatCredits } from '../../lib/format';

export const apiKeysCopy = {
  get cancel() {
    return t`Cancel`;
  },
  purposes: (perDay: number): { mode: ApiKeyMode; label: string; hint: string }[] => {
    const credits = formatCredits(perDay);
    return [
      { mode: 'live', label: t`Live`, hint: t`Makes real videos with your credits.` },
      {
        mode: 'test',
        label: t`Test`,
        hint: t`For trying out your program, with ${credits} a day at no cost. Its videos only say TEST, and are deleted after a day.`,
      },
    ];
  },
};

/** The scopes that a route needs today. */
export function offeredScopes(): { scope: ApiKeyScope; label: string; hint: string }[] {
  return [
    { scope: 'videos:write', label: t`Make, cancel and delete videos`, hint: t`Spends credits.` },
    { scope: 'videos:read', label: t`See and download videos`, hint: t`All videos of your account.` },
    { scope: 'billing:read', label: t`See the balance`, hint: t`Changes nothing.` },
  ];
}
