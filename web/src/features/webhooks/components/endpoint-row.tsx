import { t } from '@lingui/core/macro';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { changeEndpoint, deliveriesQuery, endpointsQuery, sendTest } from '../api/webhooks';
import type { WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import { Deliveries } from './deliveries';

const OFF_TEXTS: Record<WebhookOffReason, (date: string) => string> = {
  owner: (date) => t`You turned this endpoint off on ${date}.`,
  gone: (date) =>
    t`We switched this endpoint off on ${date}, because it responded with status 410, which means that it is gone.`,
  failing: (date) => t`We switched this endpoint off on ${date}, because every delivery had failed for 5 days.`,
};

export type EndpointAction = 'change' | 'rotate' | 'remove';

interface EndpointRowProps {
  endpoint: WebhookEndpoint;
  onAction: (action: EndpointAction) => void;
}

/** An endpoint: where events go, whether they arrive, and what can be done about it. */
export function EndpointRow({ endpoint, onAction }: EndpointRowProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { id, url, events, off } = endpoint;
  const test = useMutation({
    mutationFn: () => sendTest(api, id),
    onSuccess: () => setIsOpen(true),
    onSettled: () => client.invalidateQueries(deliveriesQuery(api, id)),
  });
  const switchTo = useMutation({
    mutationFn: (isOn: boolean) => changeEndpoint(api, id, { isOn }),
    onSettled: () => client.invalidateQueries(endpointsQuery(api)),
  });
  const small = { size: 'sm', tone: 'secondary' } as const;
  return (
    <li className="grid gap-4 py-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 font-mono font-semibold wrap-anywhere">{url}</h2>
          <StateBadge endpoint={endpoint} />
        </div>
        <ul className="mt-2.5 flex flex-wrap gap-1.5">
          {events.map((event) => (
            <li key={event}>
              <Badge>{event}</Badge>
            </li>
          ))}
        </ul>
        <Facts endpoint={endpoint} />
      </div>
      <Trouble endpoint={endpoint} />
      {test.error && (
        <Alert tone="danger">{messageOf(test.error, t`We couldn’t send the test. Please try again.`)}</Alert>
      )}
      {switchTo.error && (
        <Alert tone="danger">{messageOf(switchTo.error, t`We couldn’t change the endpoint. Please try again.`)}</Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {off ? (
          <Button
            {...small}
            busy={switchTo.isPending}
            aria-label={t`Turn on ${url}`}
            onClick={() => switchTo.mutate(true)}
          >
            {t`Turn on`}
          </Button>
        ) : (
          <Button {...small} busy={test.isPending} aria-label={t`Send a test to ${url}`} onClick={() => test.mutate()}>
            {t`Send a test`}
          </Button>
        )}
        <Button {...small} aria-label={t`Change ${url}`} onClick={() => onAction('change')}>
          {t`Change`}
        </Button>
        <Button {...small} aria-label={t`New secret for ${url}`} onClick={() => onAction('rotate')}>
          {t`New secret`}
        </Button>
        {!off && (
          <Button
            {...small}
            busy={switchTo.isPending}
            aria-label={t`Turn off ${url}`}
            onClick={() => switchTo.mutate(false)}
          >
            {t`Turn off`}
          </Button>
        )}
        <Button
          size="sm"
          tone="ghost"
          className="text-danger"
          aria-label={t`Delete ${url}`}
          onClick={() => onAction('remove')}
        >
          {t`Delete`}
        </Button>
      </div>
      <div>
        <Button
          size="sm"
          tone="ghost"
          className="-ms-3"
          aria-expanded={isOpen}
          icon={<ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t`Hide deliveries` : t`Show deliveries`}
        </Button>
        {isOpen && <Deliveries endpoint={endpoint} />}
      </div>
    </li>
  );
}

function StateBadge({ endpoint: { off, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (off) return <Badge>{t`Off`}</Badge>;
  if (failingSince) return <Badge tone="danger">{t`Failing`}</Badge>;
  return <Badge tone="success">{t`On`}</Badge>;
}

/** Why nothing arrives. */
function Trouble({ endpoint: { off, failingSince, lastError } }: { endpoint: WebhookEndpoint }) {
  if (!off && !failingSince) return null;
  const isOwnChoice = off?.reason === 'owner';
  return (
    <Alert tone={isOwnChoice ? 'info' : 'danger'}>
      {off && <p>{OFF_TEXTS[off.reason](formatDateTime(off.at))}</p>}
      {!off && failingSince && <p>{t`Every delivery has failed since ${{ date: formatDateTime(failingSince) }}.`}</p>}
      {!isOwnChoice && lastError && <p className="mt-1 wrap-anywhere">{t`Last error: ${{ error: lastError }}`}</p>}
    </Alert>
  );
}

function Facts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { createdAt, deliveredAt, previousSecretExpiresAt } = endpoint;
  const facts = [
    t`Added ${{ date: formatDateTime(createdAt) }}`,
    deliveredAt ? t`Last delivered ${{ date: formatDateTime(deliveredAt) }}` : t`Nothing delivered yet`,
    previousSecretExpiresAt &&
      t`Messages are also signed with the previous secret until ${{ date: formatDateTime(previousSecretExpiresAt) }}`,
  ];
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
    </ul>
  );
}
