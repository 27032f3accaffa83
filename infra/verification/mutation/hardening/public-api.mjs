import { auth, generation, group } from './guards.mjs';

const sender = auth('notices/webhooks/webhook-sender.ts');
const deliveries = auth('notices/webhooks/webhook-deliveries.spec.ts');
const endpoints = auth('identity/webhook-endpoints/webhook-endpoints.service.ts');
const endpointsSpec = auth('identity/webhook-endpoints/webhook-endpoints.spec.ts');
const acceptance = generation('requests/acceptance.spec.ts');

export const publicApi = group('public-api', [
  {
    name: 'an API key has any number of unfinished requests',
    file: generation('requests/insertion.service.ts'),
    find: '<= $3 AS is_admitted',
    replace: '<= 1000 + $3 AS is_admitted',
    spec: acceptance,
    test: 'of 40 concurrent requests of one API key',
  },
  {
    name: 'concurrent batches count the requests of an API key without waiting for each other',
    file: 'services/generation/sql/acceptance.sql',
    find: `PERFORM pg_advisory_xact_lock(hashtextextended('requests of ' || locked.id, 0))`,
    replace: 'PERFORM locked.id',
    spec: acceptance,
    test: 'requests of an API key wait while another batch',
  },
  {
    name: 'the video of somebody else is remixed by who paid for it',
    file: generation('requests/retries.service.ts'),
    find: `if (earlier.userId !== userId || earlier.type === 'restore') throw requestNotFound();`,
    replace: '',
    spec: generation('requests/requests.spec.ts'),
    test: 'only an own finished video is remixed',
  },
  {
    name: 'the erasure of a request leaves its prompt in deliveries',
    file: generation('erasures/erasures.service.ts'),
    find: 'if (row.hasWebhooks) {',
    replace: 'if (row.hasWebhooks && false) {',
    spec: generation('webhook-accounts/webhook-accounts.spec.ts'),
    test: 'the erasure of a request is published',
  },
  {
    name: 'deliveries about an erased request keep its prompt',
    file: auth('notices/webhooks/webhook-deliveries.service.ts'),
    find: 'await manager.query(REDACT_SQL, [requestId, ownerOf(userId)]);',
    replace: '',
    spec: deliveries,
    test: 'what its owner wrote is removed',
  },
  {
    name: 'the secret before a rotation is not used anymore',
    file: sender,
    find: 'const sealed = previousSecret ? [secret, previousSecret] : [secret];',
    replace: 'const sealed = [secret];',
    spec: deliveries,
    test: 'a receiver verifies the signature',
  },
  {
    name: 'the secret before a rotation is used for ever',
    file: sender,
    find: 'CASE WHEN e.previous_secret_expires_at > now() THEN',
    replace: 'CASE WHEN true THEN',
    spec: deliveries,
    test: 'a receiver verifies the signature',
  },
  {
    name: 'an endpoint that is gone stays on',
    file: sender,
    find: 'const isGone = status === GONE;',
    replace: 'const isGone = false;',
    spec: deliveries,
    test: '410 switches the endpoint off at once',
  },
  {
    name: 'an endpoint that has failed for days stays on',
    file: sender,
    find: '(failingForMs ?? 0) <= MAX_FAILING_MS',
    replace: 'true',
    spec: deliveries,
    test: 'an endpoint that has failed for five days',
  },
  {
    name: 'a blocked account receives webhooks',
    file: sender,
    find: `e.off_at IS NULL AND u.status = 'active'`,
    replace: 'e.off_at IS NULL',
    spec: deliveries,
    test: 'nothing is delivered for a blocked account',
  },
  {
    name: 'an account has any number of endpoints',
    file: endpoints,
    find: 'if (count >= MAX_WEBHOOK_ENDPOINTS)',
    replace: 'if (count < 0)',
    spec: endpointsSpec,
    test: 'an account has at most ten',
  },
  {
    name: 'the endpoint of another account is deleted',
    file: endpoints,
    find: 'DELETE FROM webhook_endpoints WHERE id = $1 AND user_id = $2 RETURNING id',
    replace: 'DELETE FROM webhook_endpoints WHERE id = $1 AND $2::uuid IS NOT NULL RETURNING id',
    spec: endpointsSpec,
    test: 'endpoints of another account do not exist',
  },
]);
