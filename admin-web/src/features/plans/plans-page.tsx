import type { AdminPlan } from '@luit/contracts/generation/plans';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { Table, type Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { PlanCredits } from './plan-credits';

const COLUMNS: Column<AdminPlan>[] = [
  {
    key: 'plan',
    header: 'Plan',
    onPhones: 'title',
    cell: ({ id, name, popular }) => (
      <>
        <p className="flex items-center gap-2 font-medium">
          {name}
          {popular && <Badge tone="accent">popular</Badge>}
        </p>
        <p className="text-label text-muted">{id}</p>
      </>
    ),
  },
  { key: 'makes', header: 'Makes', cell: ({ type }) => (type === 'video' ? 'Video' : 'Restored photo') },
  { key: 'duration', header: 'Length', cell: ({ duration }) => (duration === null ? '–' : `${duration} s`) },
  { key: 'quality', header: 'Quality', cell: ({ quality }) => quality },
  { key: 'credits', header: 'Credits', align: 'end', cell: (plan) => <PlanCredits plan={plan} /> },
];

/** What videos and restorations cost. */
export default function PlansPage() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => client.get<{ items: AdminPlan[] }>('/api/admin/plans', signal),
  });
  return (
    <>
      <PageHeader
        title="Plans"
        description="Credits with a model of factor 1. A new price holds at once; what was ordered or accepted keeps its own."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading plans">
        {({ items }) => (
          <Card className="overflow-hidden">
            <Table caption="Plans" columns={COLUMNS} rows={items} rowKey={({ id }) => id} isDense isStacked />
          </Card>
        )}
      </QueryPanel>
    </>
  );
}
