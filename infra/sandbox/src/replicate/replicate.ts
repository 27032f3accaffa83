import type { FastifyRequest } from 'fastify';
import type { Journal } from '../journal';
import type { WebhookSender } from '../webhooks';
import { ReplicateEvents } from './events';
import type { OutputFiles } from '../videos/output-files';
import type { Prediction } from './prediction';
import { Predictions, type Timing } from './predictions';

export interface ReplicateCredentials {
  apiToken: string;
  /** `whsec_` and base64. */
  webhookSecret: string;
}

/** One account at Replicate. */
export class Replicate {
  readonly predictions: Predictions;

  constructor(
    readonly credentials: ReplicateCredentials,
    timing: Timing,
    private readonly publicUrl: string | undefined,
    readonly files: OutputFiles,
    journal: Journal,
    sender: WebhookSender,
  ) {
    const events = new ReplicateEvents(sender, credentials.webhookSecret);
    this.predictions = new Predictions(journal.collection<Prediction>('predictions'), events, files, timing);
  }

  /** Where this caller reaches the sandbox: the configured URL, else the host it asked. */
  origin(request: FastifyRequest): string {
    return this.publicUrl ?? `http://${request.headers.host}`;
  }
}
