import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { taskRouteOf } from '@luit/contracts/generation/catalog/vendor-input';
import { type ProviderTask, type TaskOptions, taskOptions } from '@luit/contracts/generation/provider-tasks';
import { randomUUID } from 'node:crypto';
import type { ScriptedPoll } from './scripted-generation';

/** A task as generation returns it, with its own client reference and the route of the shipped entry. */
export function newTask(changes: Partial<ProviderTask> = {}): ProviderTask {
  const provider = changes.provider ?? 'replicate';
  const clientRef = randomUUID();
  const { model = 'seedance', type = 'video' } = changes;
  const entry = SHIPPED_MODELS.find(({ id }) => id === model);
  return {
    provider,
    model,
    route: entry ? taskRouteOf(entry, provider, type === 'video' ? 'text' : 'image') : null,
    type,
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

/** The options of a video that asks for nothing but these changes. */
export function newOptions(changes: Partial<TaskOptions> = {}): TaskOptions {
  const nothing = Object.fromEntries(taskOptions.keyof().options.map((name) => [name, null]));
  return taskOptions.parse({ ...nothing, references: [], ...changes });
}

/** A poll of this task as generation returns it. */
export function newPoll(task: ProviderTask, externalId: string, changes: Partial<ScriptedPoll> = {}): ScriptedPoll {
  const others = { cancel: [], events: [] };
  return { task, externalId, cancelRequested: false, isPastDeadline: false, others, ...changes };
}
