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
import { PackForm } from './pack-form';
import { SEEDED_PACKS } from './seeded-packs';

const REFRESH_MS = 30_000;
const GRID = 'grid gap-4 md:grid-cols-2 2xl:grid-cols-3';
const NEW = '';

export default function PacksPage() {
  const { client } = useServices();
  const canChange = useCan('prices.change');
  // Id of the pack being edited; `NEW` while one is created.
  const [editing, setEditing] = useState<string | null>(null);
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
            onClick={() => setEditing(NEW)}
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
            {editing === NEW && <PackForm pack={null} onDone={done} />}
            {data.items.map((pack) =>
              editing === pack.id ? (
                <PackForm key={pack.id} pack={pack} onDone={done} />
              ) : (
                <PackCard key={pack.id} pack={pack} onEdit={() => setEditing(pack.id)} />
              ),
            )}
          </div>
        </>
      )}
    </>
  );
}
