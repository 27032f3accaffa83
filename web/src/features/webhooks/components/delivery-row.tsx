import { plural, t } from '@lingui/core/macro';
import { serverNow } from '@luit/ui/server-clock';
import type { WebhookDelivery, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Alert } from '@luit/ui/alert';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error';
import { formatDateTime, formatNumber } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { deliveriesQuery, replayDelivery } from '../api/webhooks';

const DELIVERY_STATES: Record<WebhookDelivery['state'], () => string> = {
  waiting: () => t`Waiting`,
  delivered: () => t`Delivered`,
  failed: () => t({ message: 'Failed', context: 'delivery of a message' }),
};
const TONES: Record<WebhookDelivery['state'], BadgeTone> = {
  waiting: 'info',
  delivered: 'success',
  failed: 'danger',
};

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
}

/** A delivery with its last attempt. */
export function DeliveryRow({ delivery, endpoint }: DeliveryRowProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const { id, type, state, createdAt } = delivery;
  const date = formatDateTime(createdAt);
  const replay = useMutation({
    mutationFn: () => replayDelivery(api, id),
    onSettled: () => client.invalidateQueries(deliveriesQuery(api, endpoint.id)),
  });
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={TONES[state]}>{DELIVERY_STATES[state]()}</Badge>
        <span className="font-mono text-sm font-semibold wrap-anywhere">{type}</span>
        <span className="text-sm text-muted">{date}</span>
        {state !== 'waiting' && !endpoint.off && (
          <Button
            size="sm"
            tone="ghost"
            className="ms-auto"
            busy={replay.isPending}
            aria-label={t`Send again: ${type}, ${date}`}
            onClick={() => replay.mutate()}
          >
            {t`Send again`}
          </Button>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-muted tabular-nums">{summaryOf(delivery)}</p>
      {replay.error && (
        <Alert tone="danger">{messageOf(replay.error, t`We couldn’t send it again. Please try again.`)}</Alert>
      )}
      <details className="text-sm">
        <summary
          aria-label={t`Request and response of ${type}, ${date}`}
          className="w-fit cursor-pointer py-1 font-semibold"
        >
          {t`Request and response`}
        </summary>
        <div className="mt-2 grid gap-3">
          <p className="font-mono text-sm wrap-anywhere text-muted">{`webhook-id: ${id}`}</p>
          <Text label={t`Request`} text={indented(delivery.body)} />
          <Text label={t`Response`} text={responseOf(delivery)} />
        </div>
      </details>
    </li>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <pre className="mt-1 max-h-64 overflow-y-auto rounded-control bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}

function summaryOf({ state, attempts, nextAttemptAt, lastAttempt }: WebhookDelivery): string {
  const last = lastAttempt && [
    lastAttempt.status === null ? lastAttempt.error : t`Status ${{ status: lastAttempt.status }}`,
    t`${{ milliseconds: lastAttempt.durationMs }} ms`,
  ];
  const isLater = nextAttemptAt !== null && Date.parse(nextAttemptAt) > serverNow();
  const next = isLater ? t`Next attempt ${{ date: formatDateTime(nextAttemptAt) }}` : t`Being sent now`;
  return [...(last ?? []), attempts > 0 && attemptsText(attempts), state === 'waiting' && next]
    .filter(Boolean)
    .join(' · ');
}

function responseOf({ lastAttempt }: WebhookDelivery): string {
  if (!lastAttempt) return t`Nothing was sent yet.`;
  if (lastAttempt.status === null) return t`There was no response.`;
  return lastAttempt.response || t`The response had no body.`;
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function attemptsText(count: number) {
  const attempts = formatNumber(count);
  return plural(count, { one: `${attempts} attempt`, other: `${attempts} attempts` });
}
