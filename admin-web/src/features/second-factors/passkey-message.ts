import { errorMessage } from '../../lib/admin-error';

/** Text for a failed passkey. Browsers report a cancellation and a timeout alike. */
export function passkeyMessage(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error);
  if (error.name === 'NotAllowedError') return 'The passkey was not used. Try again, or use a code instead.';
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return errorMessage(error);
}
