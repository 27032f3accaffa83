import { billingCalls } from '@luit/contracts/billing/messages';
import type { PromoCode, PromoCodeTerms } from '@luit/contracts/billing/promo-codes';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BillingTestApp } from './billing-test-app';

const DAY_MS = 86_400_000;
export const OPERATOR = { adminId: uuidv7(), operatorEmail: 'asha@luit.example' };

/** A code that no one has yet. */
export const newCode = (): string => uuidv7().replaceAll('-', '').slice(-12).toUpperCase();

/** Terms of a code that is valid now, for 10 users and 20 credits each, which live 30 days. */
export function terms(changes: Partial<PromoCodeTerms> = {}): PromoCodeTerms {
  return {
    code: newCode(),
    credits: 20,
    startsAt: new Date(Date.now() - DAY_MS).toISOString(),
    endsAt: new Date(Date.now() + DAY_MS).toISOString(),
    lifetimeDays: 30,
    maxRedemptions: 10,
    isForNewCustomers: false,
    ...changes,
  };
}

export function createCode(
  app: BillingTestApp,
  { reason = 'Bihu campaign', ...changes }: Partial<PromoCodeTerms & { reason: string }> = {},
  idempotencyKey = uuidv7(),
): Promise<PromoCode> {
  return app.calls.call(billingCalls.createPromoCode, {
    ...OPERATOR,
    reason,
    idempotencyKey,
    ...terms(changes),
  });
}

/** Writes a code directly, for specs that have only the ledger. */
export async function insertCode(source: DataSource, changes: Partial<PromoCodeTerms> = {}): Promise<string> {
  const { code, credits, startsAt, endsAt, lifetimeDays, maxRedemptions, isForNewCustomers } = terms(changes);
  await source.query(
    `INSERT INTO promo_codes (code, credits, starts_at, ends_at, lifetime_days, max_redemptions, is_for_new_customers,
                              reason, created_by, created_by_email, idempotency_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'Bihu campaign', $8, $9, $1)`,
    [
      ...[code, credits, startsAt, endsAt, lifetimeDays, maxRedemptions, isForNewCustomers],
      ...[OPERATOR.adminId, OPERATOR.operatorEmail],
    ],
  );
  return code;
}
