import type { OperatorWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { OperatorWebhookDelivery } from '@luit/contracts/http/operator-webhooks';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/data-table';
import { EndpointState } from '../../components/endpoint-state';
import { QueryPanel } from '../../components/query-panel';
import { EmptyMessage, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatNumber, sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';

const LIMIT = 10;

/** The webhook endpoints of a user, each with its latest deliveries on request. */
export function UserWebhooks({ userId }: { userId: string }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['user', userId, 'webhook-endpoints'],
    queryFn: ({ signal }) =>
      client.get<{ items: OperatorWebhookEndpoint[] }>(`/api/admin/users/${userId}/webhook-endpoints`, signal),
  });
  return (
    <Section title="Webhook endpoints">
      <QueryPanel query={query} loading="Loading webhook endpoints">
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-line">
              {items.map((endpoint) => (
                <Endpoint key={endpoint.id} userId={userId} endpoint={endpoint} />
              ))}
            </ul>
          ) : (
            <EmptyMessage>No webhook endpoints</EmptyMessage>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function Endpoint({ userId, endpoint }: { userId: string; endpoint: OperatorWebhookEndpoint }) {
  const { id, origin, events, failingSince, lastError, deliveredAt } = endpoint;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="text-sm">
      <div className="grid gap-1 px-4 py-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{origin}</span>
          <EndpointState endpoint={endpoint} />
        </p>
        <p className="text-label break-words text-muted">{events.join(', ')}</p>
        <p className="flex flex-wrap gap-x-4 text-label text-muted">
          <span>
            Last delivered: <Timestamp at={deliveredAt} />
          </span>
          {failingSince && (
            <span>
              Failing since <Timestamp at={failingSince} />
            </span>
          )}
        </p>
        {lastError && <p className="text-label wrap-anywhere text-danger">{lastError}</p>}
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="inline-flex min-h-9 cursor-pointer items-center font-semibold text-info underline underline-offset-4">
            Latest deliveries
          </summary>
          {isOpen && <Deliveries userId={userId} endpointId={id} origin={origin} />}
        </details>
      </div>
    </li>
  );
}

interface DeliveriesProps {
  userId: string;
  endpointId: string;
  origin: string;
}

function Deliveries({ userId, endpointId, origin }: DeliveriesProps) {
  const { client } = useServices();
  const path = `/api/admin/users/${userId}/webhook-endpoints/${endpointId}/deliveries?limit=${LIMIT}`;
  const query = useQuery({
    queryKey: ['user', userId, 'webhook-deliveries', endpointId],
    queryFn: ({ signal }) => client.get<{ items: OperatorWebhookDelivery[] }>(path, signal),
  });
  return (
    <QueryPanel query={query} loading="Loading deliveries">
      {({ items }) =>
        items.length > 0 ? (
          <DataTable
            caption={`Latest deliveries to ${origin}`}
            columns={DELIVERIES}
            rows={items}
            rowKey={({ id }) => id}
            isDense
            isStacked
          />
        ) : (
          <EmptyMessage>No deliveries</EmptyMessage>
        )
      }
    </QueryPanel>
  );
}

const TONES: Record<OperatorWebhookDelivery['state'], BadgeTone> = {
  waiting: 'info',
  delivered: 'success',
  failed: 'danger',
};

/** The other events are about credits and API keys. */
const isAboutJob = (type: string): boolean => /^(video|restoration)\./.test(type);

const DELIVERIES: Column<OperatorWebhookDelivery>[] = [
  { key: 'created', header: 'Queued', cell: ({ createdAt }) => <Timestamp at={createdAt} canWrap /> },
  {
    key: 'event',
    header: 'Event',
    onPhones: 'title',
    cell: ({ type, subject }) =>
      subject && isAboutJob(type) ? <TextLink to={`/jobs/${subject}`}>{type}</TextLink> : type,
  },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{sentenceCase(state)}</Badge> },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
  {
    key: 'response',
    header: 'Last response',
    className: 'max-w-80',
    cell: ({ lastAttempt }) =>
      lastAttempt ? (
        <>
          <span>{lastAttempt.status ?? 'None'}</span>
          {lastAttempt.error && <p className="text-label wrap-anywhere text-danger">{lastAttempt.error}</p>}
        </>
      ) : (
        'Not sent yet'
      ),
  },
  {
    key: 'next',
    header: 'Next attempt',
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Timestamp at={nextAttemptAt} canWrap /> : 'None'),
  },
];
