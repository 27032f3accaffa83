import type { AdminModel } from '@luit/contracts/generation/model-editor';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { DataTable } from '../../components/data-table';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';
import { ModelBadge, priceText } from './model-words';

const COLUMNS: Column<AdminModel>[] = [
  {
    key: 'model',
    header: 'Model',
    onPhones: 'title',
    cell: ({ id, name, isDefault }) => (
      <>
        <p className="flex items-center gap-2">
          <TextLink to={`/models/${id}`}>{name}</TextLink>
          {isDefault && <Badge tone="accent">Default</Badge>}
        </p>
        <p className="text-label text-muted">{id}</p>
      </>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <ModelBadge state={state} /> },
  { key: 'output', header: 'Output', cell: ({ output }) => sentenceCase(output) },
  { key: 'price', header: 'Price', cell: ({ price }) => priceText(price) },
  { key: 'routes', header: 'Routes', cell: ({ providers }) => providers.join(', ') },
  { key: 'revision', header: 'Revision', align: 'end', cell: ({ revision }) => revision },
];

/** What Luit sells, with its price and the providers that make it. */
export default function ModelsPage() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.get<{ items: AdminModel[] }>('/api/admin/models', signal),
  });
  return (
    <>
      <PageHeader
        title="Models"
        description="What videos and restorations are made by, and what they cost. The plans have the prices of the default model."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading models">
        {({ items }) => (
          <Card className="overflow-hidden">
            {items.length === 0 ? (
              <EmptyState icon={<Boxes className="size-6" />} title="No models">
                A new installation has the models that ship with Luit. Check the database of the generation service.
              </EmptyState>
            ) : (
              <DataTable caption="Models" columns={COLUMNS} rows={items} rowKey={({ id }) => id} isDense isStacked />
            )}
          </Card>
        )}
      </QueryPanel>
    </>
  );
}
