import type { ListedModel } from '@luit/contracts/generation/model-editor';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { DataTable } from '../../components/data-table';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { lossText } from './loss-notice';
import { marginText, ModelBadge, successText } from './model-words';
import { modelsQuery } from './models-query';
import { RouteList } from './route-health';

const COLUMNS: Column<ListedModel>[] = [
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
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ from, loss }) => (
      <>
        <span>{from === null ? 'Not sold alone' : `from ${formatNumber(from)}`}</span>
        {loss && (
          <span className="block text-label text-danger" title={lossText(loss)}>
            Below cost
          </span>
        )}
      </>
    ),
  },
  { key: 'jobs', header: 'Jobs, 24 h', align: 'end', cell: ({ lastDay }) => formatNumber(lastDay.jobs) },
  { key: 'success', header: 'Success', align: 'end', cell: ({ lastDay }) => successText(lastDay) },
  { key: 'margin', header: 'Margin', align: 'end', cell: ({ lastDay }) => marginText(lastDay) },
  { key: 'routes', header: 'Routes', cell: ({ routes }) => <RouteList routes={routes} /> },
];

/** What Luit sells, with its price and the providers that make it. */
export default function ModelsPage() {
  const { client } = useServices();
  const query = useQuery(modelsQuery(client));
  return (
    <>
      <PageHeader
        title="Models"
        description="What videos and restorations are made by. Jobs, success and margin are those of the last 24 hours."
      >
        <IfPermitted permission="prices.change">
          <Link to="/new-model" className={buttonClass('primary', 'sm')}>
            <Plus aria-hidden className="size-4" />
            New model
          </Link>
        </IfPermitted>
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
