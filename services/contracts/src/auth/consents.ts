import { z } from 'zod';
import { day, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
  CONSENT_NOTICES,
  CONSENT_SOURCES,
  CONSENT_VERSIONS,
  UNKNOWN_NOTICE,
  UNKNOWN_NOTICE_VERSION,
} from './consent-notices';

const notice = z.enum(CONSENT_NOTICES, UNKNOWN_NOTICE);

export const consentRecord = z.object({
  notice,
  version: day,
  /** False: the user withdrew it. */
  given: z.boolean(),
  source: z.enum(CONSENT_SOURCES),
  recorded_at: timestamp,
});
/** One act of a user. Records are never changed. */
export type ConsentRecord = z.infer<typeof consentRecord>;

export const consents = z.object({
  /** One for each notice. */
  notices: z.array(
    z.object({
      notice,
      version: day.describe('The current version'),
      needed: z.boolean().describe('The account needs this notice, and its current version has not been accepted'),
      latest: consentRecord.nullable().describe('What the user said last; null if they never said anything'),
    }),
  ),
});
/** What a user agreed to. */
export type Consents = z.infer<typeof consents>;

/** The versions that the sign-up page showed. Absent ones are the current versions, as the page would show them. */
export const signUpConsents = z.object({
  termsVersion: optional(z.enum(CONSENT_VERSIONS.terms, UNKNOWN_NOTICE_VERSION)),
  privacyVersion: optional(z.enum(CONSENT_VERSIONS.privacy, UNKNOWN_NOTICE_VERSION)),
  ageVersion: optional(z.enum(CONSENT_VERSIONS.age, UNKNOWN_NOTICE_VERSION)),
  /** Absent means no. */
  marketing: optional(z.boolean()),
});
export type SignUpConsents = z.infer<typeof signUpConsents>;

export const consentCalls = {
  getConsents: call('auth.getConsents', { input: z.object({ userId: id }), output: consents }),
  /**
   * Records that the user agrees to the current version of a notice, or withdraws. Idempotent: repeating what the user said last
   * records nothing. `validation_failed` if the notice cannot be withdrawn; `conflict` if `version` is not the current one;
   * `user_not_found`.
   */
  changeConsent: call('auth.changeConsent', {
    input: z.object({
      userId: id,
      notice,
      version: day,
      given: z.boolean(),
      source: z.enum(['account', 'banner']),
    }),
    output: consents,
  }),
};
