import { t } from '@lingui/core/macro';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { endpointsQuery } from '../api/webhooks';
import { type EndpointStep, StepDialog } from '../components/step-dialog';
import { EndpointRow } from '../components/endpoint-row';

/** The webhook endpoints of the account, with what was delivered to them. */
export default function WebhooksPage() {
  const { api } = useServices();
  const { data: endpoints, isError, error, refetch } = useQuery(endpointsQuery(api));
  const [step, setStep] = useState<EndpointStep | null>(null);
  const add = () => setStep({ name: 'create' });
  return (
    <>
      <PageTitle>{t`Webhooks`}</PageTitle>
      <div className="flex flex-wrap items-start justify-between gap-5">
        <div className="max-w-[40rem] flex-1 basis-80">
          <h1 className="text-page heading">{t`Webhooks`}</h1>
          <p className="mt-3 text-muted">{t`Luit tells your own program when a video or photo is queued, in progress or finished. Each message is signed. If your program doesn’t accept it, Luit tries again for about 32 hours.`}</p>
        </div>
        {endpoints && endpoints.length > 0 && <AddButton onClick={add} />}
      </div>
      <Card className="mt-6 px-6 sm:px-8">
        {endpoints?.length === 0 && (
          <EmptyState
            icon={<Webhook className="size-6" />}
            title={t`You have no webhook endpoints`}
            action={<AddButton onClick={add} />}
          >
            {t`Add the URL at which your program receives events.`}
          </EmptyState>
        )}
        {endpoints && endpoints.length > 0 && (
          <ul className="divide-y divide-line">
            {endpoints.map((endpoint: WebhookEndpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} onAction={(name) => setStep({ name, endpoint })} />
            ))}
          </ul>
        )}
        {!endpoints && isError && (
          <ErrorState
            title={t`We couldn’t load your webhook endpoints`}
            onRetry={connectivity.unlessOffline(() => void refetch())}
          >
            {error.message}
          </ErrorState>
        )}
        {!endpoints && !isError && (
          <div role="status" aria-label={t`Loading webhook endpoints`} className="grid gap-4 py-6">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )}
      </Card>
      {step && <StepDialog step={step} onStep={setStep} />}
    </>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon={<Plus className="size-4" aria-hidden />} onClick={onClick}>
      {t`Add an endpoint`}
    </Button>
  );
}
