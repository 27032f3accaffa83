import { INVALID_GSTIN, STATE_REQUIRED } from '@luit/contracts/auth/limits';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { isGstin } from '@luit/contracts/billing/gstin';
import { LuitError } from '@luit/contracts/errors';
import { parseName } from '../../records/users/account-input';

/** @throws LuitError `validation_failed` */
export function parseBillingProfile(input: { name?: unknown; state?: unknown; gstin?: unknown }): BillingProfile {
  const name = parseName(input.name);
  const state = typeof input.state === 'string' ? input.state : '';
  if (!Object.hasOwn(GST_STATES, state)) throw invalidField('state', STATE_REQUIRED);
  const gstin = typeof input.gstin === 'string' ? input.gstin.trim().toUpperCase() : '';
  if (gstin === '') return { name, state };
  if (!isGstin(gstin)) throw invalidField('gstin', INVALID_GSTIN);
  if (!gstin.startsWith(state)) throw invalidField('gstin', 'The GSTIN belongs to a different state');
  return { name, state, gstin };
}

function invalidField(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
