import type { FastifyRequest } from 'fastify';
import type { Journal } from '../journal';
import type { WebhookSender } from '../webhooks';
import { ReplicateEvents } from './events';
import type { OutputFiles } from '../videos/output-files';
import type { Prediction } from './prediction';
import { Predictions, type Timing } from './predictions';

export interface ReplicateCredentials {
  apiToken: string;
  /** In the format `whsec_<base64>`. */
  webhookSecret: string;
}

/** A Replicate account. */
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

  /** Origin under which this client reaches the sandbox: the configured URL, or the host of its request. */
  origin(request: FastifyRequest): string {
    return this.publicUrl ?? `http://${request.headers.host}`;
  }
}
