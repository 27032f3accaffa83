import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { ProviderCard } from './provider-card';
import { ProviderDialog } from './provider-dialog';
import { providersQuery } from './providers-query';

/** The model providers: the limits, the health and the actions of each. */
export default function ProvidersPage() {
  const { client } = useServices();
  const query = useQuery(providersQuery(client));
  const mayConnect = useCan('providers.connect');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Providers"
        description="Accounts at vendors and servers that run jobs. Updated every 5 seconds."
      >
        <RefreshButton query={query} />
        {mayConnect && (
          <Button size="sm" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            Add a provider
          </Button>
        )}
      </PageHeader>
      <QueryPanel query={query} loading="Loading providers">
        {({ providers }) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {byUse(providers).map((provider) => (
              <ProviderCard key={provider.name} provider={provider} />
            ))}
          </div>
        )}
      </QueryPanel>
      {isAdding && <ProviderDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** Those that are off come last. */
function byUse(providers: ProviderOverview[]): ProviderOverview[] {
  const isOff = ({ stopped }: ProviderOverview) => stopped?.state === 'off';
  return [...providers.filter((each) => !isOff(each)), ...providers.filter(isOff)];
}
