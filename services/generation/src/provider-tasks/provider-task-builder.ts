import { type ProviderTask, taskOptions } from '@luit/contracts/generation/provider-tasks';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import { taskRouteOf } from '@luit/contracts/generation/catalog/vendor-input';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { applyTemplates } from '../request-rows/stored-options';
import type { RequestEntity } from '../request-rows/request.entity';
import { isIntermediate, modelOf } from '../request-state/steps';

export type TaskRow = Pick<
  RequestEntity,
  | ('provider' | 'model' | 'modelRevision' | 'colorModel' | 'coloredKey' | 'type' | 'prompt')
  | ('duration' | 'resolution' | 'restore' | 'options' | 'imageKey' | 'lastImageKey' | 'referenceKeys' | 'clientRef')
>;

const STARTS_FROM_TEXT: ProviderTask['type'][] = ['video', 'image'];
/** Tolerance for a provider's clock running behind ours, milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** From when on a search at the provider has to look for a job's tasks. */
export function searchStart({ firstClaimAt, createdAt }: Pick<RequestEntity, 'firstClaimAt' | 'createdAt'>): Date {
  return new Date((firstClaimAt ?? createdAt).getTime() - CLOCK_SKEW_MS);
}

/** Builds the tasks that workers submit and poll, from a request's row and the revision of the entry that it was priced with. */
@Injectable()
export class ProviderTaskBuilder {
  constructor(
    private readonly revisions: ModelRevisions,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** The callback path contains the client reference, which is unguessable. @param manager of the caller's transaction, if it has one */
  async build(row: TaskRow, manager?: EntityManager): Promise<ProviderTask> {
    const { webhookBaseUrl } = this.config;
    const entry = isIntermediate(row)
      ? await this.revisions.published(row.colorModel!, manager)
      : await this.revisions.entryOf(row.model, row.modelRevision, manager);
    const hasImage = hasFirstImage(row) || row.referenceKeys.length > 0;
    const start = hasImage || !STARTS_FROM_TEXT.includes(row.type) ? 'image' : 'text';
    return {
      provider: row.provider,
      model: modelOf(row),
      route: entry ? taskRouteOf(entry, row.provider, start, hasFirstImage(row)) : null,
      // A video that continues another one starts with an image: the last frame. One with references is made from images too.
      type: row.type === 'video' && start === 'image' ? 'image_video' : row.type,
      prompt: applyTemplates(row.prompt, row.options?.templates ?? []),
      duration: row.duration,
      resolution: row.resolution,
      restore: row.restore,
      imageKey: row.coloredKey ?? row.imageKey,
      ...(row.options && { options: pickFields(taskOptions, { ...row.options, ...imagesOf(row) }) }),
      ...(isIntermediate(row) ? { isIntermediate: true } : {}),
      clientRef: row.clientRef,
      webhookUrl: webhookBaseUrl && `${webhookBaseUrl}/api/webhooks/providers/${row.provider}/${row.clientRef}`,
    };
  }
}

function hasFirstImage({ imageKey, options }: TaskRow): boolean {
  return imageKey !== null || Boolean(options?.extendedKey);
}

function imagesOf({ lastImageKey, referenceKeys }: TaskRow) {
  return { lastImageKey, references: referenceKeys };
}
