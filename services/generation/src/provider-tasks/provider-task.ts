import type { ProviderTask, TaskOptions } from '@luit/contracts/generation/provider-tasks';
import { applyTemplates, type StoredOptions } from '../request-rows/stored-options';
import type { RequestEntity } from '../request-rows/request.entity';
import { isIntermediate, modelOf } from '../request-state/steps';

export type TaskRow = Pick<
  RequestEntity,
  | ('provider' | 'model' | 'colorModel' | 'coloredKey' | 'type' | 'prompt')
  | ('duration' | 'resolution' | 'restore' | 'options' | 'imageKey' | 'lastImageKey' | 'clientRef')
>;

/** Tolerance for a provider's clock running behind ours, milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** From when on a search at the provider has to look for a job's tasks. */
export function searchStart({ firstClaimAt, createdAt }: Pick<RequestEntity, 'firstClaimAt' | 'createdAt'>): Date {
  return new Date((firstClaimAt ?? createdAt).getTime() - CLOCK_SKEW_MS);
}

/** The task as workers submit it. The callback path contains the client reference, which is unguessable. */
export function toProviderTask(row: TaskRow, webhookBaseUrl: string | null): ProviderTask {
  return {
    provider: row.provider,
    model: modelOf(row),
    type: taskTypeOf(row),
    prompt: applyTemplates(row.prompt, row.options?.templates ?? []),
    duration: row.duration,
    resolution: row.resolution,
    restore: row.restore,
    imageKey: row.coloredKey ?? row.imageKey,
    ...(row.options && { options: taskOptionsOf(row.options, row.lastImageKey) }),
    ...(isIntermediate(row) ? { isIntermediate: true } : {}),
    clientRef: row.clientRef,
    webhookUrl: webhookBaseUrl && `${webhookBaseUrl}/api/webhooks/providers/${row.provider}/${row.clientRef}`,
  };
}

/** A video that continues another one starts with an image: the last frame. */
function taskTypeOf({ type, options }: TaskRow): ProviderTask['type'] {
  return options?.extendedKey ? 'image_video' : type;
}

function taskOptionsOf(
  { aspectRatio, framing, seed, negativePrompt, extendedKey }: StoredOptions,
  lastImageKey: string | null,
): TaskOptions {
  return { aspectRatio, framing, seed, negativePrompt, lastImageKey, extendedKey };
}
