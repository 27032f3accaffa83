import { authCalls } from '@luit/contracts/auth/messages';
import {
  WebhookEndpointChangeDto,
  WebhookEndpointDto,
  DeliveriesReplayDto,
} from '../webhook-endpoints/webhook-endpoints.dto';
import { ID, type Pair } from './dto-schema-pair';

const INPUT = { url: 'https://example.com/hooks', events: ['video.completed'] };

export const WEBHOOK_ENDPOINT_PAIRS: Pair[] = [
  {
    dto: WebhookEndpointDto,
    schema: authCalls.createWebhookEndpoint.input,
    valid: INPUT,
    added: { userId: ID },
  },
  {
    dto: WebhookEndpointChangeDto,
    schema: authCalls.updateWebhookEndpoint.input,
    valid: { ...INPUT, isOn: true },
    added: { userId: ID, endpointId: ID },
  },
  {
    dto: DeliveriesReplayDto,
    schema: authCalls.replayWebhookDeliveries.input,
    valid: { from: '2026-11-26T10:00:00.000Z', to: '2026-11-26T11:00:00.000Z', onlyFailed: true, dryRun: true },
    added: { userId: ID, endpointId: ID },
  },
];
