import { MAX_WEBHOOK_URL, WEBHOOK_EVENTS, type WebhookEvent } from '@luit/contracts/auth/webhook-limits';
import { webhookUrl } from '@luit/contracts/auth/webhooks';
import { z } from 'zod';
import { BooleanField, ListField, TimeField, UrlField } from '../http/fields';

const URL_FIELD = {
  schema: webhookUrl,
  max: MAX_WEBHOOK_URL,
  message: 'Enter a URL that begins with https://',
  description: 'Where events are sent to: https, at a public address',
};
const EVENTS = {
  item: z.enum(WEBHOOK_EVENTS),
  maxItems: WEBHOOK_EVENTS.length,
  message: `Choose at least one event of ${WEBHOOK_EVENTS.join(', ')}`,
};

export class WebhookEndpointDto {
  @UrlField(URL_FIELD)
  url!: string;

  @ListField(EVENTS)
  events!: WebhookEvent[];
}

/** Fields that are absent stay as they are. */
export class WebhookEndpointChangeDto {
  @UrlField({ ...URL_FIELD, isOptional: true })
  url?: string;

  @ListField({ ...EVENTS, isOptional: true })
  events?: WebhookEvent[];

  @BooleanField({ isOptional: true, description: 'Whether events are delivered' })
  isOn?: boolean;
}

/** Deliveries of a time that are sent again. */
export class DeliveriesReplayDto {
  @TimeField({ description: 'Deliveries that were queued since then' })
  from!: string;

  @TimeField({ description: 'Deliveries that were queued before then' })
  to!: string;

  @BooleanField({
    isOptional: true,
    description: 'Whether to leave out those that have been delivered; by default they are sent again',
  })
  onlyFailed?: boolean;

  @BooleanField({ isOptional: true, description: 'Whether to only count them' })
  dryRun?: boolean;
}
