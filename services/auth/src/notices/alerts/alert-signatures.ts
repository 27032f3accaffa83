import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SecretsService } from '../../records/secrets/secrets.service';

/** Signs webhooks as in the Standard Webhooks specification (github.com/standard-webhooks), and keeps their URLs sealed. */
@Injectable()
export class AlertSignatures {
  constructor(private readonly secrets: SecretsService) {}

  /** The secret of a destination: derived, so that none is stored. */
  secretOf(destinationId: string): string {
    return `whsec_${this.keyOf(destinationId).toString('base64')}`;
  }

  /** @param at Unix seconds */
  headersOf(destinationId: string, messageId: string, at: number, body: string): Record<string, string> {
    const signature = createHmac('sha256', this.keyOf(destinationId))
      .update(`${messageId}.${at}.${body}`)
      .digest('base64');
    return { 'webhook-id': messageId, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
  }

  /** The URL of a Slack webhook is a secret. */
  seal(destinationId: string, url: string): Buffer {
    return this.secrets.seal(url, `alert_destination:${destinationId}`);
  }

  open(destinationId: string, sealed: Buffer): string {
    return this.secrets.open(sealed, `alert_destination:${destinationId}`);
  }

  private keyOf(destinationId: string): Buffer {
    return Buffer.from(this.secrets.tokenOf('alert_destination', destinationId), 'base64url');
  }
}
