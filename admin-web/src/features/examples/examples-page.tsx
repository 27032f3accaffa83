import { EXAMPLE_LIMITS } from '@luit/contracts/generation/limits';
import type { ExampleView } from '@luit/contracts/http/examples';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { ExampleCard } from './example-card';
import { ExampleForm } from './example-form';

/** Videos that the web app shows to everyone. `?job=` prefills the form. */
export default function ExamplesPage() {
  const { client } = useServices();
  const [params] = useSearchParams();
  const query = useQuery({
    queryKey: ['examples'],
    queryFn: ({ signal }) => client.get<{ items: ExampleView[] }>('/api/admin/examples', signal),
  });
  return (
    <>
      <PageHeader
        title="Examples"
        description={`Videos that everyone sees on the home page and below an empty form, latest first, at most ${EXAMPLE_LIMITS.count}. If there are none, Luit shows its own samples.`}
      >
        <RefreshButton query={query} />
      </PageHeader>
      <div className="grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <IfPermitted permission="examples.change">
          <ExampleForm jobId={params.get('job') ?? ''} />
        </IfPermitted>
        <QueryPanel query={query} loading="Loading examples">
          {({ items }) =>
            items.length === 0 ? (
              <Card>
                <EmptyState icon={<Images />} title="No examples yet">
                  The web app shows the samples that Luit comes with.
                </EmptyState>
              </Card>
            ) : (
              <ul className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-3">
                {items.map((example) => (
                  <ExampleCard key={example.id} example={example} />
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </div>
    </>
  );
}
