import type { ShownModel } from '@luit/contracts/http/models';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { EntryEditor } from './entry-editor';
import { lossText } from './loss-notice';
import { ModelActions } from './model-actions';
import { ModelBadge } from './model-words';
import { modelQuery, modelsQuery } from './models-query';

/** One model: its entry, which operators edit, and its revisions. */
export default function ModelPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery(modelQuery(client, id));
  const { data: list } = useQuery(modelsQuery(client));
  const model = query.data?.model;
  const listed = list?.items.find((each) => each.id === id);
  return (
    <>
      <PageHeader
        title={model?.name ?? 'Model'}
        back={<BackLink to="/models">Models</BackLink>}
        description={model && <Facts model={model} />}
      >
        {model && (
          <IfPermitted permission="prices.change">
            <ModelActions model={model} />
            <Link to={`/new-model?copy=${encodeURIComponent(model.id)}`} className={buttonClass('secondary', 'sm')}>
              <Copy aria-hidden className="size-4" />
              Duplicate
            </Link>
          </IfPermitted>
        )}
        <RefreshButton query={query} />
      </PageHeader>
      {listed?.loss && (
        <div className="mb-5">
          <Alert tone="accent">{lossText(listed.loss)}</Alert>
        </div>
      )}
      <QueryPanel query={query} loading="Loading the model">
        {({ model: shown }) => (
          <EntryEditor
            key={shown.id}
            model={shown}
            others={list?.items.filter((each) => each.id !== shown.id && each.output === shown.output) ?? []}
            health={listed?.routes ?? []}
          />
        )}
      </QueryPanel>
    </>
  );
}

function Facts({ model: { id, state, revision, isDefault } }: { model: ShownModel }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <ModelBadge state={state} />
      {isDefault && <Badge tone="accent">Default</Badge>}
      <span>{id}</span>
      <span>{`Revision ${revision}`}</span>
      {isDefault && <span>The plans have the prices of this model, so it must make each of them.</span>}
    </span>
  );
}
