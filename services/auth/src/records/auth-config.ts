import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import type { RetentionDays } from '@luit/contracts/operations/retention';
import type { CommonConfig } from '@luit/platform/config';
import type { MailSettings } from '@luit/platform/mails/mailer';

export const AUTH_CONFIG = Symbol('auth config');

/** The settings of this service; `config.ts` reads them from the environment. */
export interface AuthConfig {
  common: CommonConfig;
  database: { url: string; replicaUrl?: string; pool: number };
  /** Encrypts the signing keys at rest; the tokens of links, sessions and devices are derived from it. */
  secret: string;
  /** Origin of the web app, without a trailing slash: the base of mailed links. */
  webUrl: string;
  /** Created at startup if there is no operator. */
  firstAdmin?: { email: string; password: string };
  /** The mail server, for alerts. Workers send all other mails. */
  mail: MailSettings;
  /** Recipient of contact messages; the oldest operator by default. */
  contactEmail?: string;
  /** True if operators need a second factor when their role touches money. Only local mode can do without. */
  isSecondFactorRequired: boolean;
  /** True if responses may reveal that an address has an account. */
  isRevealingAccounts: boolean;
  /** True if alerts and web pushes may be sent to this machine and to private networks, without TLS. Only in local mode. */
  isPrivateWebhookAllowed: boolean;
  /** Absolute lifetime of a user session, days. */
  sessionDays: number;
  /** Null if this installation sends no web pushes. */
  vapid: VapidKeys | null;
  retentionDays: RetentionDays;
  /** Hours in which operators have to decide reports of outputs, by kind. */
  reportLimitHours: Record<TakedownKind, number>;
  /** How long retained records of erased accounts are kept, days; 0 for none. Null for the default, which depends on the date. */
  recordRetentionDays: number | null;
}

/** The keys that sign web pushes (RFC 8292). */
export interface VapidKeys {
  /** Raw keys of P-256 in URL-safe base64. Browsers subscribe with the public one. */
  publicKey: string;
  privateKey: string;
  /** A `mailto:` address at which push services can reach the operator. */
  subject: string;
}
