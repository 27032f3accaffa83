import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import type { AcceptedRecord, RequestRecord } from '@luit/contracts/generation/requests';
import { type ImageResults, toImage } from '@luit/contracts/http/images';
import { unixSeconds } from '@luit/contracts/http/request-facts';
import { Inject, Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import type { ApiClient } from '../../access/identities/api-key.guard';
import { CONFIG, type GatewayConfig } from '../../config';
import { RequestChanges } from '../../creations/requests/request-changes';
import { RequestViewsService } from '../../creations/requests/request-views.service';
import { FilesService } from '../../storage/files/files.service';
import { OwnRequests } from '../own-requests';
import { IMAGE, type ImageFormat } from './images.service';

/** In case a pushed change is lost. */
const POLL_MS = 3_000;

/** What failures mean for a program that waits; others are the provider's. */
const CODES: Partial<Record<string, ErrorCode>> = {
  refused_by_policy: 'refused_by_policy',
  invalid_input: 'validation_failed',
  canceled: 'conflict',
};

/** Waits for images on behalf of programs that expect them in the answer. */
@Injectable()
export class ImageWaits {
  constructor(
    private readonly own: OwnRequests,
    private readonly changes: RequestChanges,
    private readonly views: RequestViewsService,
    private readonly files: FilesService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** @throws LuitError if all images failed, whose credits were returned */
  async results(client: ApiClient, { siblings, ...first }: AcceptedRecord, format: ImageFormat): Promise<ImageResults> {
    const records = await this.finished(client, [first, ...siblings]);
    const images = records.map(toImage).map(({ id, status, error }) => ({ id, status, error }));
    const isFinished = records.every(({ completedAt }) => completedAt !== null);
    if (isFinished && images.every(({ status }) => status === 'failed')) throw failureOf(images[0]!.error);
    const data: ImageResults['data'] = [];
    // One after another, so that a request reads one file at a time.
    for (const record of records)
      if (record.outputKey) data.push(await this.contentOf(record, record.outputKey, format));
    const kept = records.filter(({ jobStatus }) => jobStatus !== 'failed' && jobStatus !== 'canceled');
    const credits = kept.reduce((sum, record) => sum + record.credits, 0);
    const status = isFinished ? ('completed' as const) : ('in_progress' as const);
    return { created: unixSeconds(first.createdAt), data, luit: { status, images, credits } };
  }

  /** The newest states once all have ended, or when the time is over. */
  private async finished(client: ApiClient, records: RequestRecord[]): Promise<RequestRecord[]> {
    const newest = new Map(records.map((record) => [record.id, record]));
    const waiting = () => [...newest.values()].filter(({ completedAt }) => completedAt === null);
    let wake = (): void => undefined;
    const listeners = records.map(({ id }) =>
      this.changes.listen(id, (record) => {
        if (record.sequence < newest.get(id)!.sequence) return;
        newest.set(id, record);
        if (waiting().length === 0) wake();
      }),
    );
    try {
      const end = performance.now() + this.config.connections.imageWaitMs;
      for (;;) {
        // Reads after it listens, so that no change falls between the two.
        for (const { id } of waiting()) newest.set(id, await this.own.find(client, id, IMAGE));
        const leftMs = end - performance.now();
        if (waiting().length === 0 || leftMs <= 0) return [...newest.values()];
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(POLL_MS, leftMs));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      for (const stopListening of listeners) stopListening();
    }
  }

  private async contentOf(
    record: RequestRecord,
    key: string,
    format: ImageFormat,
  ): Promise<ImageResults['data'][number]> {
    if (format === 'b64_json') return { b64_json: (await buffer(await this.files.read(key))).toString('base64') };
    return { url: new URL(this.views.viewOf(record).outputUrl!, this.config.webUrl).href };
  }
}

function failureOf(error: { code: string; message: string } | null): LuitError {
  const { code, message } = error ?? { code: 'generation_failed', message: 'Image generation failed.' };
  return new LuitError(CODES[code] ?? 'provider_error', message);
}
