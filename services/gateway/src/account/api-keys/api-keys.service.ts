import type { ApiKey, ApiKeyBody, ApiKeyChangeBody } from '@luit/contracts/auth/api-keys';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import type { ApiKeyBudget } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { isUUID } from 'class-validator';

/** The API keys of a user: auth owns the keys, billing their budgets. */
@Injectable()
export class ApiKeysService {
  private readonly log = new Logger(ApiKeysService.name);

  constructor(private readonly calls: CallClient) {}

  async list(userId: string): Promise<{ keys: ApiKeyView[]; testCreditsPerDay: number }> {
    const [{ keys }, { budgets, testCreditsPerDay = 0 }] = await Promise.all([
      this.calls.call(authCalls.listApiKeys, { userId }),
      this.calls.call(billingCalls.listApiKeyBudgets, { userId }),
    ]);
    const byKey = new Map(budgets.map((budget) => [budget.keyId, budget]));
    return { keys: keys.map((key) => toView(key, byKey.get(key.id))), testCreditsPerDay };
  }

  /** A key whose budget could not be set is revoked, because its secret is not returned. Until then it spends nothing. */
  async create(
    userId: string,
    { monthlyCredits = null, totalCredits = null, ...input }: ApiKeyBody,
    sent: { from: RequestSource; idempotencyKey: string | undefined },
  ): Promise<ApiKeyView & { key: string }> {
    const { key, apiKey } = await this.calls.call(authCalls.createApiKey, { userId, ...input, ...sent });
    const keyId = apiKey.id;
    try {
      const limits = { userId: payerOf(userId, apiKey), keyId, monthlyCredits, totalCredits };
      return { key, ...toView(apiKey, await this.calls.call(billingCalls.setApiKeyBudget, limits)) };
    } catch (error) {
      await this.calls.call(authCalls.revokeApiKey, { userId, keyId }).catch((reason: unknown) => {
        this.log.warn({ msg: 'Revoking a key without a budget failed', keyId, err: reason });
      });
      throw error;
    }
  }

  /** @throws LuitError `not_found`, `validation_failed` */
  async change(userId: string, keyId: string, input: ApiKeyChangeBody, from: RequestSource): Promise<ApiKeyView> {
    assertId(keyId);
    const { monthlyCredits, totalCredits, ...changes } = input;
    // auth knows whether the key is the user's.
    const changesBudget = monthlyCredits !== undefined || totalCredits !== undefined;
    const change = { userId, keyId, ...changes, changesBudget, from };
    const apiKey = await this.calls.call(authCalls.updateApiKey, change);
    const limits = { userId: payerOf(userId, apiKey), keyId, monthlyCredits, totalCredits };
    return toView(apiKey, await this.calls.call(billingCalls.setApiKeyBudget, limits));
  }

  async revoke(userId: string, keyId: string): Promise<void> {
    assertId(keyId);
    await this.calls.call(authCalls.revokeApiKey, { userId, keyId });
  }

  async rotate(
    userId: string,
    keyId: string,
    rotation: { overlapHours: number | undefined; from: RequestSource; idempotencyKey: string | undefined },
  ): Promise<ApiKeyView & { key: string }> {
    assertId(keyId);
    const { key, apiKey } = await this.calls.call(authCalls.rotateApiKey, { userId, keyId, ...rotation });
    const { budgets } = await this.calls.call(billingCalls.listApiKeyBudgets, { userId });
    return {
      key,
      ...toView(
        apiKey,
        budgets.find((budget) => budget.keyId === keyId),
      ),
    };
  }
}

function toView(apiKey: ApiKey, found: ApiKeyBudget | undefined): ApiKeyView {
  if (!found) return { ...apiKey, budget: null };
  const { keyId: _, ...budget } = found;
  return { ...apiKey, budget };
}

function assertId(keyId: string): void {
  if (!isUUID(keyId)) throw new LuitError('not_found', 'This API key does not exist.');
}

/** The account that pays for a key's requests. */
function payerOf(userId: string, { mode }: ApiKey): string {
  return mode === 'test' ? testAccountOf(userId) : userId;
}
