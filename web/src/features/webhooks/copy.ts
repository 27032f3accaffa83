import { t } from '@lingui/core/macro';
import type { WebhookEvent, WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery } from '@luit/contracts/auth/webhooks';

export const webhooksCopy = {
  get cancel() {
    return t`Cancel`;
  },
  get replay() {
    return t`Send again`;
  },
};

export const OFF_TEXTS: Record<WebhookOffReason, (date: string) => string> = {
  owner: (date) => t`You turned this endpoint off on ${date}.`,
  gone: (date) =>
    t`We switched this endpoint off on ${date}, because it responded with status 410, which means that it is gone.`,
  failing: (date) => t`We switched this endpoint off on ${date}, because every delivery had failed for 5 days.`,
};

export const DELIVERY_STATES: Record<WebhookDelivery['state'], () => string> = {
  waiting: () => t`Waiting`,
  delivered: () => t`Delivered`,
  failed: () => t({ message: 'Failed', context: 'delivery of a message' }),
};

interface EventGroup {
  legend: string;
  events: { event: WebhookEvent; label: string }[];
}

/** The events that an endpoint may choose. */
export function eventGroups(): EventGroup[] {
  return [
    {
      legend: t`Videos`,
      events: [
        { event: 'video.queued', label: t`Queued` },
        { event: 'video.in_progress', label: t`In progress` },
        { event: 'video.completed', label: t`Completed` },
        { event: 'video.failed', label: t`Failed` },
        { event: 'video.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Photo restorations`,
      events: [
        { event: 'restoration.queued', label: t`Queued` },
        { event: 'restoration.in_progress', label: t`In progress` },
        { event: 'restoration.completed', label: t`Completed` },
        { event: 'restoration.failed', label: t`Failed` },
        { event: 'restoration.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Credits and API keys`,
      events: [
        { event: 'credits.low', label: t`Low balance` },
        { event: 'key.budget_exhausted', label: t`API key budget used up` },
      ],
    },
  ];
}
