import { auth, generation, group } from './guards.mjs';

const sender = auth('notices/webhooks/webhook-sender.ts');
const deliveries = auth('notices/webhooks/webhook-deliveries.spec.ts');
const endpoints = auth('identity/webhook-endpoints/webhook-endpoints.service.ts');
const endpointsSpec = auth('identity/webhook-endpoints/webhook-endpoints.spec.ts');

export const publicApi = group('public-api', [
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
    name: 'a blocked account receives webhooks',
    file: sender,
    find: `e.off_at IS NULL AND u.status = 'active'`,
    replace: 'e.off_at IS NULL',
    spec: deliveries,
    test: 'nothing is delivered for a blocked account',
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
