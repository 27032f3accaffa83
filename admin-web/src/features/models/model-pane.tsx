import type { ListedModel } from '@luit/contracts/generation/model-editor';
import type { ShownModel } from '@luit/contracts/http/models';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { buttonClass } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IfPermitted } from '../../components/if-permitted';
import { QueryPanel } from '../../components/query-panel';
import { useServices } from '../../lib/services';
import { EntryEditor, type KeptDrafts } from './entry-editor';
import { lossText } from './loss-notice';
import { ModelActions } from './model-actions';
import { ModelBadge } from './model-words';
import { modelQuery } from './models-query';

interface ModelPaneProps {
  id: string;
  /** All models, while they are known. */
  models: ListedModel[];
  drafts: KeptDrafts;
}

/** One model: its entry, which operators edit, and its revisions. */
export function ModelPane({ id, models, drafts }: ModelPaneProps) {
  const { client } = useServices();
  const query = useQuery(modelQuery(client, id));
  const listed = models.find((each) => each.id === id);
  return (
    <QueryPanel query={query} loading="Loading the model">
      {({ model }) => (
        <section aria-labelledby="model">
          <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id="model" className="text-xl heading wrap-anywhere">
                {model.name}
              </h2>
              <Facts model={model} />
            </div>
            <IfPermitted permission="prices.change">
              <div className="flex flex-wrap items-center gap-2">
                <ModelActions model={model} />
                <Link to={`/new-model?copy=${encodeURIComponent(model.id)}`} className={buttonClass('secondary', 'sm')}>
                  <Copy aria-hidden className="size-4" />
                  Duplicate
                </Link>
              </div>
            </IfPermitted>
          </div>
          {listed?.loss && (
            <div className="mb-4">
              <Alert tone="accent">{lossText(listed.loss)}</Alert>
            </div>
          )}
          <EntryEditor
            key={model.id}
            model={model}
            others={models.filter((each) => each.id !== model.id && each.output === model.output)}
            health={listed?.routes ?? []}
            drafts={drafts}
          />
        </section>
      )}
    </QueryPanel>
  );
}

function Facts({ model: { id, state, revision, isDefault } }: { model: ShownModel }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <ModelBadge state={state} />
      {isDefault && <Badge tone="accent">Default</Badge>}
      <span>{id}</span>
      <span>{`Revision ${revision}`}</span>
      {isDefault && <span>The plans have the prices of this model, so it must make each of them.</span>}
    </p>
  );
}
