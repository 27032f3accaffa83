import type { ProviderEvent, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { securityEventCount } from '@luit/platform/testing/security-events';
import { CallbackVerifier } from './callback-verifier';
import type { Provider } from './provider';
import { verifyReplicateWebhook } from './replicate-webhook';

it('a callback with a wrong signature yields no task and records a security event', async () => {
  const verifyCallback: Provider['verifyCallback'] = (_task, headers, body) =>
    Promise.resolve(verifyReplicateWebhook('whsec_c2VjcmV0', null, headers, body));
  const forged: ProviderEvent = {
    id: 'event',
    headers: {
      'webhook-id': 'msg',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': 'v1,AAAA',
    },
    rawBody: Buffer.from('{}').toString('base64'),
  };
  const before = await securityEventCount('webhook_signature_refused');
  const task = { provider: 'replicate' } as ProviderTask;
  const tasks = await new CallbackVerifier().verifiedTasks(
    { verifyCallback } as Provider,
    task,
    [forged],
    new AbortController().signal,
  );
  expect(tasks).toEqual([]);
  expect(await securityEventCount('webhook_signature_refused')).toBe(before + 1);
});
