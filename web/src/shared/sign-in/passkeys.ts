import { t } from '@lingui/core/macro';
import type { Passkey } from '@luit/contracts/auth/passkeys';
import type { Session } from '@luit/contracts/auth/sessions';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { ApiClient } from '../../lib/api-client';
import { messageOf } from '../../lib/api-error';
import type { Services } from '../../lib/services';

/** A separate chunk, because few visitors use it. */
const load = () => import('@simplewebauthn/browser');

async function askForPasskey(api: ApiClient): Promise<object> {
  const { options } = await api.call<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    '/api/auth/passkeys/sign-in/start',
    { method: 'POST', body: {}, bearer: null },
  );
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: options });
}

/** @throws ApiError `invalid_credentials`; Error if the person cancels */
export async function signInWithPasskey({ api, session }: Services): Promise<void> {
  const response = await askForPasskey(api);
  const opened = await api.call<Session>('/api/auth/passkeys/sign-in', {
    ...{ method: 'POST', body: { response }, bearer: null },
  });
  await session.establish(opened);
}

/** Makes the session a recent one. @throws ApiError `invalid_credentials`; Error if the person cancels */
export async function confirmWithPasskey(api: ApiClient): Promise<void> {
  const response = await askForPasskey(api);
  await api.call('/api/auth/passkeys/confirm', { method: 'POST', body: { response } });
}

/** @throws ApiError `password_required`, `conflict`; Error if the person cancels */
export async function addPasskey(api: ApiClient, name: string): Promise<Passkey> {
  const { options } = await api.call<{ options: PublicKeyCredentialCreationOptionsJSON }>('/api/auth/passkeys/start', {
    ...{ method: 'POST', body: {} },
  });
  const { startRegistration } = await load();
  const response = await startRegistration({ optionsJSON: options });
  return api.call('/api/auth/passkeys', { method: 'POST', body: { name, response } });
}

/** Text for a failed passkey. Browsers report a cancellation and a timeout alike. */
export function passkeyMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return t`The passkey was not used. Try again, or choose another way.`;
  if (name === 'InvalidStateError') return t`This device already has a passkey for your account.`;
  return messageOf(error, t`The passkey did not work. Try again, or choose another way.`);
}
