import type { WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { OperatorWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Badge } from '@luit/ui/badge';

const OFF_LABELS: Record<WebhookOffReason, string> = {
  owner: 'Off: by its owner',
  gone: 'Off: responded with 410',
  failing: 'Off: failed for days',
};

/** Whether a webhook endpoint of a user receives deliveries. */
export function EndpointState({ endpoint }: { endpoint: Pick<OperatorWebhookEndpoint, 'off' | 'failingSince'> }) {
  const { off, failingSince } = endpoint;
  if (off) return <Badge tone={off.reason === 'owner' ? 'neutral' : 'danger'}>{OFF_LABELS[off.reason]}</Badge>;
  return failingSince ? <Badge tone="accent">Failing</Badge> : <Badge tone="success">On</Badge>;
}
