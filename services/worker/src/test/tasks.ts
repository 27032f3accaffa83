import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { randomUUID } from 'node:crypto';

/** A task as generation hands it out; each with a reference of its own. */
export function newTask(changes: Partial<ProviderTask> = {}): ProviderTask {
  const provider = changes.provider ?? 'replicate';
  const clientRef = randomUUID();
  return {
    provider,
    model: 'seedance',
    type: 'video',
    prompt: 'Fishing boats at dawn [slow:0.2]',
    duration: 5,
    resolution: '480p',
    restore: null,
    imageKey: null,
    clientRef,
    // Nobody listens: what the sandbox posts there is lost.
    webhookUrl: `http://127.0.0.1:1/api/webhooks/providers/${provider}/${clientRef}`,
    ...changes,
  };
}
