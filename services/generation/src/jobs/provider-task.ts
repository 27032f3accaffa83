import type { ProviderTask } from '@luit/contracts/generation';
import type { RequestRow } from '../requests/request.entity';
import { isFirstOfTwo, modelOf } from './steps';

/** What a worker needs to ask the provider. The callback's path carries the reference, which nobody can guess. */
export function toProviderTask(row: RequestRow, webhookBaseUrl: string | null): ProviderTask {
  return {
    provider: row.provider,
    model: modelOf(row),
    type: row.type,
    prompt: row.prompt,
    duration: row.duration,
    resolution: row.resolution,
    restore: row.restore,
    imageKey: row.coloredKey ?? row.imageKey,
    ...(isFirstOfTwo(row) ? { isFirstOfTwo: true } : {}),
    clientRef: row.clientRef,
    webhookUrl: webhookBaseUrl && `${webhookBaseUrl}/api/webhooks/providers/${row.provider}/${row.clientRef}`,
  };
}
