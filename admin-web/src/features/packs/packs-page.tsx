import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { RefreshButton } from '../../components/refresh-button';
import { StaleNotice } from '../../components/stale-notice';
import { TableSkeleton } from '../../components/table-skeleton';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { PackCard } from './pack-card';
import { type PackChanges, PackForm } from './pack-form';
import { SEEDED_PACKS } from './seeded-packs';

const REFRESH_MS = 30_000;
const GRID = 'grid gap-4 md:grid-cols-2 2xl:grid-cols-3';
const NEW = '';

export default function PacksPage() {
  const { client } = useServices();
  const canChange = useCan('prices.change');
  // The pack being edited; its id is `NEW` while one is created.
  const [editing, setEditing] = useState<{ id: string; changes?: PackChanges } | null>(null);
  const query = useQuery({
    queryKey: ['packs'],
    queryFn: ({ signal }) => client.get<{ items: AdminPackView[] }>('/api/admin/credit-packs', signal),
    refetchInterval: REFRESH_MS,
  });
  const { data, error } = query;
  const done = () => setEditing(null);
  return (
    <>
      <PageHeader title="Credit packs" description="Credit packs for sale. Updated every 30 seconds.">
        {canChange && (
          <Button
            size="sm"
            disabled={!data}
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setEditing({ id: NEW })}
          >
            New pack
          </Button>
        )}
        <RefreshButton query={query} />
      </PageHeader>
      {!data && !error && <TableSkeleton label="Loading credit packs" rows={4} />}
      {!data && error && (
        <>
          <Alert tone="danger" className="mb-4">
            {`Credit packs could not be loaded: ${error.message}. The default packs below are not live and cannot be edited.`}
          </Alert>
          <div className={GRID}>
            {SEEDED_PACKS.map((pack) => (
              <PackCard key={pack.id} pack={pack} />
            ))}
          </div>
        </>
      )}
      {data && (
        <>
          <StaleNotice query={query} />
          <div className={GRID}>
            {editing?.id === NEW && <PackForm pack={null} packs={data.items} onDone={done} />}
            {data.items.map((pack) =>
              editing?.id === pack.id ? (
                <PackForm key={pack.id} pack={pack} packs={data.items} changes={editing.changes} onDone={done} />
              ) : (
                <PackCard
                  key={pack.id}
                  pack={pack}
                  packs={data.items}
                  onEdit={(changes) => setEditing({ id: pack.id, changes })}
                />
              ),
            )}
          </div>
        </>
      )}
    </>
  );
}
