import { currentVersionOf } from '@luit/contracts/auth/consent-notices';
import type { SignUpConsents } from '@luit/contracts/auth/consents';
import type { EntityManager } from 'typeorm';
import { appendConsents, findLatestConsents } from './consent-rows';

/**
 * Records the notices that the sign-up page showed and the user accepted, in the transaction that creates the account. Marketing is
 * recorded only if the user chose it, or if an earlier sign-up with this address, which was never confirmed, had chosen it and this one did
 * not.
 */
export async function recordSignUp(manager: EntityManager, userId: string, consents: SignUpConsents): Promise<void> {
  const { termsVersion, privacyVersion, ageVersion, marketing = false } = consents;
  const accepted = [
    { notice: 'terms', version: termsVersion ?? currentVersionOf('terms') },
    { notice: 'privacy', version: privacyVersion ?? currentVersionOf('privacy') },
    { notice: 'age', version: ageVersion ?? currentVersionOf('age') },
  ] as const;
  const earlier = (await findLatestConsents(manager, userId)).find(({ notice }) => notice === 'marketing');
  const isChanged = marketing !== (earlier?.given ?? false);
  await appendConsents(manager, userId, [
    ...accepted.map((consent) => ({ ...consent, isGiven: true, source: 'sign_up' as const })),
    ...(isChanged
      ? [
          {
            notice: 'marketing' as const,
            version: currentVersionOf('marketing'),
            isGiven: marketing,
            source: 'sign_up' as const,
          },
        ]
      : []),
  ]);
}
