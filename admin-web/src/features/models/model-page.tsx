import type { ShownModel } from '@luit/contracts/http/models';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { DescriptionList, Section } from '../../components/section';
import { sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';
import { EntryEditor } from './entry-editor';
import { ModelBadge, priceText } from './model-words';
import { RevisionsTable } from './revisions-table';

/** One model: its entry, which operators edit as JSON, and its revisions. */
export default function ModelPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['model', id],
    queryFn: ({ signal }) => client.get<{ model: ShownModel }>(`/api/admin/models/${encodeURIComponent(id)}`, signal),
  });
  return (
    <>
      <PageHeader title={query.data?.model.name ?? 'Model'} back={<BackLink to="/models">Models</BackLink>}>
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading the model">
        {({ model }) => (
          <div className="grid grid-cols-1 gap-5">
            <Section title="In force">
              <DescriptionList items={itemsOf(model)} />
            </Section>
            <Section title="Entry">
              <EntryEditor key={model.id} model={model} />
            </Section>
            <section aria-label="Revisions">
              <RevisionsTable model={model} />
            </section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function itemsOf({ id, state, isDefault, output, price, providers, revision }: ShownModel) {
  const rows: Parameters<typeof DescriptionList>[0]['items'] = [
    ['ID', id],
    ['State', <ModelBadge key="state" state={state} />],
    ['Output', sentenceCase(output)],
    ['Price', priceText(price)],
    ['Routes', providers.join(', ')],
    ['Revision', revision],
  ];
  if (isDefault) rows.push(['Default', 'The plans have the prices of this model, so it must make each of them.']);
  return rows;
}
