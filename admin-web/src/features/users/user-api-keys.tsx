import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/data-table';
import { QueryPanel } from '../../components/query-panel';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { EmptyMessage, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import { useNow } from '../../components/use-now';
import { formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** The API keys of a user that are not revoked, with what they have spent. */
export function UserApiKeys({ userId }: { userId: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canRevoke = useCan('api_keys.revoke');
  const [revoked, setRevoked] = useState<ApiKeyView | null>(null);
  const now = useNow();
  const query = useQuery({
    queryKey: ['user', userId, 'api-keys'],
    queryFn: ({ signal }) => client.get<{ items: ApiKeyView[] }>(`/api/admin/users/${userId}/api-keys`, signal),
  });
  const revoke = async (key: ApiKeyView, reason: string) => {
    await client.send('POST', `/api/admin/users/${userId}/api-keys/${key.id}/revoke`, { reason });
    toast.success('API key revoked');
    await cache.invalidateQueries({ queryKey: ['user', userId] });
  };
  const columns = canRevoke ? [...columnsAt(now), revokeColumn(setRevoked)] : columnsAt(now);
  return (
    <Section title="API keys">
      <QueryPanel query={query} loading="Loading API keys">
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption="API keys" columns={columns} rows={items} rowKey={({ id }) => id} isDense isStacked />
          ) : (
            <EmptyMessage>No API keys. Revoked ones are in the operator activity.</EmptyMessage>
          )
        }
      </QueryPanel>
      {revoked && (
        <ReasonedDialog
          onClose={() => setRevoked(null)}
          title="Revoke this API key?"
          description={`${revoked.name}, ${shortened(revoked)}`}
          confirmLabel="Revoke key"
          isDangerous
          onConfirm={(reason) => revoke(revoked, reason)}
        >
          <p>Programs that use it are refused within a second. Videos already started with it will still finish.</p>
        </ReasonedDialog>
      )}
    </Section>
  );
}

function columnsAt(now: number): Column<ApiKeyView>[] {
  return [
    {
      key: 'key',
      header: 'Key',
      onPhones: 'title',
      cell: (key) => (
        <>
          <span dir="auto" className="wrap-anywhere">
            {key.name}
          </span>
          <p className="font-mono text-label text-muted">{shortened(key)}</p>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ expiresAt }) => {
        const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
        return <Badge tone={hasExpired ? 'neutral' : 'success'}>{hasExpired ? 'Expired' : 'Active'}</Badge>;
      },
    },
    { key: 'scopes', header: 'Scopes', className: 'min-w-32', cell: ({ scopes }) => scopes.join(', ') },
    { key: 'month', header: 'Used this month', align: 'end', cell: ({ budget }) => monthOf(budget) },
    { key: 'total', header: 'Used in total', align: 'end', cell: ({ budget }) => totalOf(budget) },
    { key: 'used', header: 'Last used', cell: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} canWrap /> },
    { key: 'created', header: 'Created', cell: ({ createdAt }) => <Timestamp at={createdAt} canWrap /> },
  ];
}

function revokeColumn(onRevoke: (key: ApiKeyView) => void): Column<ApiKeyView> {
  return {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (key) => (
      <Button tone="secondary" size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
        Revoke
      </Button>
    ),
  };
}

const shortened = ({ prefix, last4 }: ApiKeyView) => `${prefix}…${last4}`;

/** A key whose budget was never saved spends nothing. */
function monthOf(budget: ApiKeyView['budget']): string {
  return budget ? spent(budget.usedThisMonth, budget.monthlyCredits) : 'No budget';
}

function totalOf(budget: ApiKeyView['budget']): string {
  return budget ? spent(budget.used, budget.totalCredits) : '0';
}

function spent(used: number, limit: number | null): string {
  return limit === null ? `${formatNumber(used)}, no limit` : `${formatNumber(used)} of ${formatNumber(limit)}`;
}
