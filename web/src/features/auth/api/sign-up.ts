import { t } from '@lingui/core/macro';
import { currentVersionOf } from '@luit/contracts/auth/consent-notices';
import type { User } from '@luit/contracts/auth/users';
import type { ApiClient } from '../../../lib/api-client';
import { currentLanguage } from '../../../lib/language';

/** Versions of the texts beside the sign-up button. A page that was opened before a new version records what it showed. */
export const SHOWN_VERSIONS = {
  termsVersion: currentVersionOf('terms'),
  privacyVersion: currentVersionOf('privacy'),
  ageVersion: currentVersionOf('age'),
};

export interface SignUpInput {
  email: string;
  password: string;
  name: string;
  marketing: boolean;
}

/** Creates an account with an unconfirmed email address and the language of this page. It does not sign in. */
export async function signUp(api: ApiClient, input: SignUpInput): Promise<User> {
  if (!input.email || !input.password || !input.name) throw new Error('Email, password and name are required');
  const answer = await api.call<{ requires_email_confirmation: boolean; user?: User }>('/api/auth/signup', {
    method: 'POST',
    body: { ...input, ...SHOWN_VERSIONS, language: currentLanguage() },
  });
  if (!answer.user) throw new Error(t`Signup failed`);
  return answer.user;
}
