import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { SecretsService } from '../../records/secrets/secrets.service';

const SECRET_BYTES = 32;

/** Makes and seals the secrets of endpoints, and signs deliveries (Standard Webhooks 1.0, standardwebhooks.com). */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: SecretsService) {}

  create(): string {
    return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  }

  open(endpointId: string, sealed: Buffer): string {
    return this.secrets.open(sealed, labelOf(endpointId));
  }

  seal(endpointId: string, secret: string): Buffer {
    return this.secrets.seal(secret, labelOf(endpointId));
  }

  /** @param sealed the secrets that sign: the current one, and the previous one while it is valid */
  headersOf(endpointId: string, sealed: Buffer[], deliveryId: string, body: string): Record<string, string> {
    const at = new Date();
    const signatures = sealed.map((secret) => new Webhook(this.open(endpointId, secret)).sign(deliveryId, at, body));
    return {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}

function labelOf(endpointId: string): string {
  return `webhook_endpoint:${endpointId}`;
}
