import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import type { KeptDrafts } from './entry-editor';
import { ModelList } from './model-list';
import { ModelPane } from './model-pane';
import { modelsQuery } from './models-query';

/** What Luit sells: all models beside the entry of one of them. On narrow screens, one of the two. */
export default function ModelsPage() {
  const { id } = useParams();
  const { client } = useServices();
  const query = useQuery(modelsQuery(client));
  const [drafts] = useState<KeptDrafts>(() => new Map());
  const models = query.data?.items ?? [];
  const shownId = id ?? (models.find(({ isDefault }) => isDefault) ?? models[0])?.id;
  return (
    <>
      <PageHeader
        title="Models"
        back={
          id && (
            <span className="lg:hidden">
              <BackLink to="/models">All models</BackLink>
            </span>
          )
        }
        description="What videos, images and restorations are made by. Jobs, success and margin are those of the last 24 hours."
      >
        <IfPermitted permission="prices.change">
          <Link to="/new-model" className={buttonClass('primary', 'sm')}>
            <Plus aria-hidden className="size-4" />
            New model
          </Link>
        </IfPermitted>
        <RefreshButton query={query} />
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card
          className={clsx(
            'p-2 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto',
            id && 'max-lg:hidden',
          )}
        >
          <QueryPanel query={query} loading="Loading models">
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState icon={<Boxes className="size-6" />} title="No models">
                  A new installation has the models that ship with Luit. Check the database of the generation service.
                </EmptyState>
              ) : (
                <ModelList models={items} shownId={shownId} />
              )
            }
          </QueryPanel>
        </Card>
        {shownId && (
          <div className={clsx('min-w-0', !id && 'max-lg:hidden')}>
            <ModelPane id={shownId} models={models} drafts={drafts} />
          </div>
        )}
      </div>
    </>
  );
}
