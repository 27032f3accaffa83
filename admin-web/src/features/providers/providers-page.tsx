import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useServices } from '../../lib/services';
import { ProviderCard } from './provider-card';
import { providersQuery } from './providers-query';

/** The model providers: the limits, the health and the actions of each. */
export default function ProvidersPage() {
  const { client } = useServices();
  const query = useQuery(providersQuery(client));
  return (
    <>
      <PageHeader title="Providers" description="The providers that run jobs. Updated every 5 seconds.">
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading providers">
        {({ providers }) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {providers.map((provider) => (
              <ProviderCard key={provider.name} provider={provider} />
            ))}
          </div>
        )}
      </QueryPanel>
    </>
  );
}
