import type { AlertDestination } from '@luit/contracts/alerts/alert-destinations';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { QueryPanel } from '../../components/query-panel';
import { EmptyMessage, Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { AddDestinationDialog } from './add-destination-dialog';

const PATH = '/api/admin/alert-destinations';
const QUERY_KEY = ['alert-destinations'];
/** A test message arrives or fails within seconds. */
const POLL_MS = 3_000;

const FORMATS = { json: 'Signed webhook', slack: 'Slack webhook' } as const;

/** Alert destinations, in addition to the emails to owners and operations. */
export function AlertDestinations() {
  const { client } = useServices();
  const [isAdding, setAdding] = useState(false);
  const canChange = useCan('alert_destinations.change');
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.get<{ destinations: AlertDestination[] }>(PATH, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <Section
      title="Alert destinations"
      action={
        canChange && (
          <Button
            tone="secondary"
            size="sm"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add destination
          </Button>
        )
      }
    >
      <p className="px-4 pt-3 text-sm text-muted">
        Operators with the role owner or operations always get alerts by email. These destinations get them too, plus a
        message when an alert is resolved. Muted alerts are not sent.
      </p>
      <QueryPanel query={query} loading="Loading alert destinations">
        {({ destinations }) =>
          destinations.length === 0 ? (
            <EmptyMessage>No other destinations</EmptyMessage>
          ) : (
            <ul className="mt-2 divide-y divide-line">
              {destinations.map((destination) => (
                <Destination key={destination.id} destination={destination} canChange={canChange} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {isAdding && <AddDestinationDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Destination({ destination, canChange }: { destination: AlertDestination; canChange: boolean }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { id, kind, format, target } = destination;
  const refresh = () => cache.invalidateQueries({ queryKey: QUERY_KEY });
  const test = useMutation({
    mutationFn: () => client.send('POST', `${PATH}/${id}/test`),
    onSuccess: () => toast.success(`Sending a test message to ${target}`),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: refresh,
  });
  const remove = async () => {
    await client.send('DELETE', `${PATH}/${id}`);
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-semibold wrap-anywhere">{target}</p>
        <p className="text-label text-muted">
          {`${kind === 'mail' ? 'Email' : format ? FORMATS[format] : ''}, added by ${destination.createdBy}`}
        </p>
        <LastResult destination={destination} />
      </div>
      <Button
        tone="secondary"
        size="sm"
        busy={test.isPending}
        icon={<Send className="size-4" aria-hidden />}
        aria-label={`Send a test to ${target}`}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      {canChange && (
        <Button
          tone="danger"
          size="sm"
          icon={<Trash2 className="size-4" aria-hidden />}
          aria-label={`Remove ${target}`}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={`Remove ${target}?`}
        description="Luit sends it no more messages, and drops those that it has not delivered yet."
        confirmLabel="Remove"
        isDangerous
        onConfirm={remove}
      />
    </li>
  );
}

function LastResult({ destination: { failing, deliveredAt, waiting } }: { destination: AlertDestination }) {
  if (failing) {
    return (
      <Alert tone="danger" className="mt-2 wrap-anywhere">
        {`Failing since ${formatDateTime(failing.since)}, ${failing.attempts} ${failing.attempts === 1 ? 'attempt' : 'attempts'}: ${failing.error}`}
      </Alert>
    );
  }
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2">
      {waiting > 0 && <Badge tone="accent">{`${waiting} not delivered yet`}</Badge>}
      <span className="text-label text-muted">
        {deliveredAt ? `Last delivered ${formatDateTime(deliveredAt)}` : 'Nothing delivered yet'}
      </span>
    </p>
  );
}
