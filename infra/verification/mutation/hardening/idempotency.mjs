import { gateway, generation, group } from './guards.mjs';

const rateLimits = gateway('access/limits/rate-limit.spec.ts');
const guard = gateway('access/limits/rate-limit.guard.ts');
const perMinute = {
  file: guard,
  find: 'await this.limits.take(request.user ? ofAccounts : name, request);',
  replace: `const fingerprint = fingerprintOf(request);
      await this.limits.take(name, request, fingerprint);
      if (fingerprint) await this.limits.remember(name, request, fingerprint);`,
  spec: rateLimits,
};
const rejectedRequests = generation('requests/rejected-requests.ts');
const acceptance = generation('requests/acceptance.spec.ts');
export const idempotency = group('idempotency', [
  { ...perMinute, name: 'an upload with a known key is free', test: '40 guest uploads with one key take 40 tokens' },
  { ...perMinute, name: 'a prediction with a known key is free', test: 'predictions with one key take a token each' },
  {
    name: 'a key frees other bodies',
    file: guard,
    find: '[method, url, key, body ?? null]',
    replace: '[method, url, key]',
    spec: rateLimits,
    test: 'a stored result is free only for the same user, route and body',
  },
  {
    name: 'a repeated guest order is a new order',
    file: gateway('money/payments/guest-account.ts'),
    find: 'return isSecret(idempotencyKey) ?',
    replace: 'return false ?',
    spec: gateway('money/payments/video-orders.spec.ts'),
    test: 'a guest without a session id is recognized by address and an unguessable key',
  },
  {
    name: 'a leaked key opens the order of another guest',
    file: gateway('money/payments/guest-account.ts'),
    find: 'accountFor(`address\\n${address}\\n${idempotencyKey}`)',
    replace: 'accountFor(idempotencyKey)',
    spec: gateway('money/payments/video-orders.spec.ts'),
    test: 'a guest without a session id is recognized by address and an unguessable key',
  },
  {
    name: 'a pending order accepts other input under its key',
    file: generation('requests/pending-orders.service.ts'),
    find: 'if (row?.inputHash !== hash) {',
    replace: 'if (!row) {',
    spec: generation('requests/pending-orders.spec.ts'),
    test: 'a repeated key returns the same order at its first price',
  },
  {
    name: 'a refused request keeps its key',
    file: rejectedRequests,
    find: 'refusal = refused.refusal, idempotency_key = NULL,',
    replace: 'refusal = refused.refusal,',
    spec: acceptance,
    test: 'a refused key can be used again once there are credits',
  },
]);
