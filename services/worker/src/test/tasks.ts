import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { randomUUID } from 'node:crypto';
import type { ScriptedPoll } from './scripted-generation';

/** A task as generation returns it, with its own client reference. */
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
    // Nothing listens on this port, so callbacks of the sandbox are lost.
    webhookUrl: `http://127.0.0.1:1/api/webhooks/providers/${provider}/${clientRef}`,
    ...changes,
  };
}

/** A poll of this task as generation returns it. */
export function newPoll(task: ProviderTask, externalId: string, changes: Partial<ScriptedPoll> = {}): ScriptedPoll {
  const others = { cancel: [], events: [] };
  return { task, externalId, cancelRequested: false, isPastDeadline: false, others, ...changes };
}
