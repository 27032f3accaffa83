import { z } from 'zod';
import { INPUT_LIMITS } from '../auth/limits';
import { TOO_LONG } from '../messages/input-limits';
import { empty, httpUrl, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const WEBHOOK_FORMATS = ['json', 'slack'] as const;

/** Alert destinations, in addition to the emails to owners and operations. */
export const alertDestinationBody = z.object({
  kind: z.enum(['mail', 'webhook'], 'kind must be mail or webhook'),
  address: optional(z.string().max(INPUT_LIMITS.email, TOO_LONG)).describe('Email address; for kind `mail`'),
  url: optional(z.string().max(1_000, TOO_LONG)).describe('https URL; for kind `webhook`'),
  format: optional(z.enum(WEBHOOK_FORMATS, 'format must be json or slack')),
});
export type AlertDestinationBody = z.infer<typeof alertDestinationBody>;

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), address: z.email().max(254) }),
  z.object({
    kind: z.literal('webhook'),
    url: httpUrl(1_000),
    format: z.enum(WEBHOOK_FORMATS),
  }),
]);
/** An address, or a webhook: `json` is signed as in the Standard Webhooks specification, `slack` is a message for Slack. */
export type AlertTarget = z.infer<typeof target>;

export const alertDestination = z.object({
  id,
  kind: z.enum(['mail', 'webhook']),
  format: z.enum(WEBHOOK_FORMATS).nullable(),
  /** The address, or the URL without its path, which may be a secret. */
  target: z.string(),
  createdAt: timestamp,
  createdBy: z.string(),
  /** Messages that have not been delivered yet. */
  waiting: z.number(),
  /** The latest delivery that succeeded. */
  deliveredAt: timestamp.nullable(),
  /** Since when attempts have failed, the latest error, and the number of consecutive failures; null after a success. */
  failing: z.object({ since: timestamp, error: z.string(), attempts: z.number() }).nullable(),
});
export type AlertDestination = z.infer<typeof alertDestination>;

const decision = z.object({ adminId: id, id });

export const alertDestinationCalls = {
  listAlertDestinations: call('auth.listAlertDestinations', {
    isForOperators: true,
    input: empty,
    output: z.object({ destinations: z.array(alertDestination) }),
  }),
  /**
   * At most 20. Recorded in the audit log. `secret` (`whsec_` and base64) verifies signatures of a `json` webhook and is returned only
   * here; null otherwise. `validation_failed` for a webhook without TLS or at a private address, outside local mode.
   */
  addAlertDestination: call('auth.addAlertDestination', {
    input: z.object({ adminId: id, target }),
    output: z.object({ destination: alertDestination, secret: z.string().nullable() }),
  }),
  /** Messages that have not been delivered yet are dropped. Recorded in the audit log. Idempotent. */
  removeAlertDestination: call('auth.removeAlertDestination', { input: decision, output: empty }),
  /** Sends a test message. `not_found` for an unknown destination. */
  testAlertDestination: call('auth.testAlertDestination', { input: decision, output: empty }),
};
