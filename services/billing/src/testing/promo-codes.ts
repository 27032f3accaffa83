import { billingCalls } from '@luit/contracts/billing/messages';
import { type PromoCode, type PromoCodeTerms, promoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { exampleOf } from '@luit/contracts/messages/example-of';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PromoCodeEntity } from '../promo-codes/promo-code.entity';
import type { BillingTestApp } from './billing-test-app';

const DAY_MS = 86_400_000;
export const OPERATOR = { adminId: uuidv7(), operatorEmail: 'asha@luit.example' };

/** A code that no one has yet. */
export const newCode = (): string => uuidv7().replaceAll('-', '').slice(-12).toUpperCase();

/** What of the terms makes a code refuse users. */
export const limitedTo = (maxRedemptions: number) => ({ maxRedemptions });
export const ONLY_NEW_CUSTOMERS = { isForNewCustomers: true };

/** Terms of a code that is valid now, for 10 users and 20 credits each, which live 30 days. */
export function terms(changes: Partial<PromoCodeTerms> = {}): PromoCodeTerms {
  return {
    ...exampleOf(promoCodeTerms),
    code: newCode(),
    credits: 20,
    startsAt: new Date(Date.now() - DAY_MS).toISOString(),
    endsAt: new Date(Date.now() + DAY_MS).toISOString(),
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
  const given = terms(changes);
  const by = { createdById: OPERATOR.adminId, createdBy: OPERATOR.operatorEmail, idempotencyKey: given.code };
  const window = { startsAt: new Date(given.startsAt), endsAt: new Date(given.endsAt) };
  await source.manager.insert(PromoCodeEntity, { ...given, ...window, ...by, reason: 'Bihu campaign' });
  return given.code;
}
