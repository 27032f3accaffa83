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
/** The notices that a user agreed to. */
export type Consents = z.infer<typeof consents>;

/** The versions that the sign-up page showed. Absent ones are the current versions, as the page would show them. */
export const signUpConsents = z.object({
  termsVersion: optional(z.enum(CONSENT_VERSIONS.terms, UNKNOWN_NOTICE_VERSION)).describe(
    'Which terms were shown; the current ones by default',
  ),
  privacyVersion: optional(z.enum(CONSENT_VERSIONS.privacy, UNKNOWN_NOTICE_VERSION)).describe(
    'Which privacy policy was shown; the current one by default',
  ),
  ageVersion: optional(z.enum(CONSENT_VERSIONS.age, UNKNOWN_NOTICE_VERSION)).describe(
    'Which statement about the user’s age was shown; the current one by default',
  ),
  marketing: optional(z.boolean()).describe('Whether the user wants emails about offers; no by default'),
});
export type SignUpConsents = z.infer<typeof signUpConsents>;

export const consentBody = z.object({
  notice,
  version: z.iso.date(UNKNOWN_NOTICE_VERSION).describe('The version that the user was shown'),
  given: z.boolean().describe('False withdraws, which only marketing allows'),
  source: z.enum(['account', 'banner'], 'source must be account or banner').describe('Where the user decided'),
});
export type ConsentBody = z.infer<typeof consentBody>;

export const consentCalls = {
  getConsents: call('auth.getConsents', { input: z.object({ userId: id }), output: consents }),
  /**
   * Records that the user agrees to the current version of a notice, or withdraws. Idempotent: repeating the user's last choice records
   * nothing. `validation_failed` if the notice cannot be withdrawn; `conflict` if `version` is not the current one; `user_not_found`.
   */
  changeConsent: call('auth.changeConsent', {
    input: consentBody.extend({ userId: id }),
    output: consents,
  }),
};
