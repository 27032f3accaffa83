import { EXAMPLE_LIMITS } from '@luit/contracts/generation/limits';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { ExampleCard } from './example-card';
import { examplesQuery } from './examples-query';

/** The gallery: videos that the web app shows to everyone. */
export default function ExamplesPage() {
  const { client } = useServices();
  const query = useQuery(examplesQuery(client));
  return (
    <>
      <PageHeader
        title="Examples"
        description={`Videos that everyone sees on the home page, at sign-up, with the prices and below an empty form, latest first, at most ${EXAMPLE_LIMITS.count}. “Feature” on the page of a finished job adds one.`}
      >
        <RefreshButton query={query} />
      </PageHeader>
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
    </>
  );
}
