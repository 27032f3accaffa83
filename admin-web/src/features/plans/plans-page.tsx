import type { AdminPlan } from '@luit/contracts/generation/plans';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/data-table';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { PlanCredits } from './plan-credits';

const PLAN_COLUMNS: Column<AdminPlan>[] = [
  {
    key: 'plan',
    header: 'Plan',
    onPhones: 'title',
    cell: ({ id, name, popular }) => (
      <>
        <p className="flex items-center gap-2 font-medium">
          <span>{name}</span>
          {popular && <Badge tone="accent">Popular</Badge>}
        </p>
        <p className="text-label text-muted">{id}</p>
      </>
    ),
  },
  { key: 'output', header: 'Output', cell: ({ type }) => (type === 'video' ? 'Video' : 'Restored photo') },
  { key: 'duration', header: 'Duration', cell: ({ duration }) => (duration === null ? '–' : `${duration} s`) },
  { key: 'quality', header: 'Quality', cell: ({ quality }) => capitalized(quality) },
];

function columnsFor(plans: AdminPlan[]): Column<AdminPlan>[] {
  const cell = (plan: AdminPlan) => <PlanCredits plan={plan} plans={plans} />;
  return [...PLAN_COLUMNS, { key: 'credits', header: 'Credits', align: 'end', cell }];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Prices of videos and restorations. */
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
        description="Credits with the default model. A new price changes what a second at that resolution costs, and so the other durations and, in proportion, the other models. It applies immediately; existing orders and accepted jobs keep their price."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading plans">
        {({ items }) => (
          <Card className="overflow-hidden">
            <DataTable
              caption="Plans"
              columns={columnsFor(items)}
              rows={items}
              rowKey={({ id }) => id}
              isDense
              isStacked
            />
          </Card>
        )}
      </QueryPanel>
    </>
  );
}
