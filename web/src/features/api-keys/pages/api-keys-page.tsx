import { t } from '@lingui/core/macro';
import type { ApiKeyMode } from '@luit/contracts/auth/api-key-limits';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dialog } from '@luit/ui/dialog';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import {
  type ApiKeySettings,
  apiKeysQuery,
  changeApiKey,
  createApiKey,
  type IssuedApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../api/api-keys';
import { IssuedKey } from '../components/issued-key';
import { KeyForm } from '../components/key-form';
import { type KeyAction, KeyRow } from '../components/key-row';
import { RotateForm } from '../components/rotate-form';

/** What the dialog is about. */
type Step = { name: 'create' } | { name: 'issued'; issued: IssuedApiKey } | { name: KeyAction; apiKey: ApiKeyView };

/** The API keys of the account: creates, changes, replaces and revokes them. */
export default function ApiKeysPage() {
  const { api } = useServices();
  const { data, isError, error, refetch } = useQuery(apiKeysQuery(api));
  const keys = data?.keys;
  const [step, setStep] = useState<Step | null>(null);
  return (
    <>
      <PageTitle>{t`API keys`}</PageTitle>
      <div className="flex flex-wrap items-start justify-between gap-5">
        <div className="max-w-[40rem] flex-1 basis-80">
          <h1 className="text-page heading">{t`API keys`}</h1>
          <p className="mt-3 text-muted">{t`A key lets your own program make videos with your credits. Each key has budgets that it can’t exceed. If a video fails, its credits go back to your balance and to the budget.`}</p>
        </div>
        {keys && keys.length > 0 && <CreateButton onClick={() => setStep({ name: 'create' })} />}
      </div>
      <Card className="mt-6 px-6 sm:px-8">
        {keys?.length === 0 && (
          <EmptyState
            icon={<KeyRound className="size-6" />}
            title={t`You have no API keys`}
            action={<CreateButton onClick={() => setStep({ name: 'create' })} />}
          >
            {t`Create one for a program or an agent that should make videos for you.`}
          </EmptyState>
        )}
        {keys && keys.length > 0 && (
          <ul className="divide-y divide-line">
            {keys.map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} onAction={(name) => setStep({ name, apiKey })} />
            ))}
          </ul>
        )}
        {!keys && isError && (
          <ErrorState
            title={t`We couldn’t load your API keys`}
            onRetry={connectivity.unlessOffline(() => void refetch())}
          >
            {error.message}
          </ErrorState>
        )}
        {!keys && !isError && (
          <div role="status" aria-label={t`Loading API keys`} className="grid gap-4 py-6">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )}
      </Card>
      {step && <StepDialog step={step} testCreditsPerDay={data?.testCreditsPerDay ?? 0} onStep={setStep} />}
    </>
  );
}

function CreateButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon={<Plus className="size-4" aria-hidden />} onClick={onClick}>
      {t`Create a key`}
    </Button>
  );
}

interface StepDialogProps {
  step: Step;
  testCreditsPerDay: number;
  onStep: (step: Step | null) => void;
}

function StepDialog({ step, testCreditsPerDay, onStep }: StepDialogProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const close = () => onStep(null);
  const onSettled = () => client.invalidateQueries(apiKeysQuery(api));
  const onSuccess = (issued: IssuedApiKey) => onStep({ name: 'issued', issued });
  const create = useIntent(
    'create key',
    ({ mode, settings }: { mode: ApiKeyMode; settings: ApiKeySettings }, key) => createApiKey(api, mode, settings, key),
    { onSuccess, onSettled },
  );
  const change = useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: ApiKeySettings }) => changeApiKey(api, id, settings),
    ...{ onSuccess: close, onSettled },
  });
  const rotate = useIntent(
    'rotate key',
    ({ id, overlapHours }: { id: string; overlapHours: number }, key) => rotateApiKey(api, id, overlapHours, key),
    { onSuccess, onSettled },
  );
  const revoke = useMutation({
    mutationFn: (id: string) => revokeApiKey(api, id),
    ...{ onSuccess: close, onSettled },
  });

  switch (step.name) {
    case 'create':
      return (
        <Dialog isOpen onClose={close} title={t`New API key`}>
          <KeyForm
            testCreditsPerDay={testCreditsPerDay}
            action={t`Create key`}
            onSave={async (settings, mode) => void (await create.mutateAsync({ mode, settings }))}
            onCancel={close}
          />
        </Dialog>
      );
    case 'issued':
      return (
        <Dialog isOpen onClose={close} title={t`Your key “${{ name: step.issued.name }}”`}>
          <IssuedKey secret={step.issued.key} onDone={close} />
        </Dialog>
      );
    case 'change': {
      const { id, name } = step.apiKey;
      return (
        <Dialog isOpen onClose={close} title={t`Change “${name}”`}>
          <KeyForm
            apiKey={step.apiKey}
            action={t`Save`}
            onSave={async (settings) => void (await change.mutateAsync({ id, settings }))}
            onCancel={close}
          />
        </Dialog>
      );
    }
    case 'rotate': {
      const { id, name } = step.apiKey;
      return (
        <Dialog
          isOpen
          onClose={close}
          title={t`Replace “${name}”`}
          description={t`You get a new key with the same settings and budgets. The current one keeps working for the time you choose.`}
        >
          <RotateForm
            isBusy={rotate.isPending}
            error={rotate.error && messageOf(rotate.error, t`We couldn’t replace the key. Please try again.`)}
            onRotate={(overlapHours) => rotate.mutate({ id, overlapHours })}
            onCancel={close}
          />
        </Dialog>
      );
    }
    case 'revoke': {
      const { id, name } = step.apiKey;
      return (
        <Dialog
          isOpen
          onClose={close}
          title={t`Revoke “${name}”?`}
          description={t`Programs that use this key stop working within a second. This can’t be undone. Videos it has already started will still finish.`}
        >
          <div className="grid gap-5">
            {revoke.error && (
              <Alert tone="danger">{messageOf(revoke.error, t`We couldn’t revoke the key. Please try again.`)}</Alert>
            )}
            <div className="flex flex-wrap gap-2">
              <Button tone="danger" busy={revoke.isPending} onClick={() => revoke.mutate(id)}>
                {t`Revoke key`}
              </Button>
              <Button tone="ghost" onClick={close}>
                {t`Cancel`}
              </Button>
            </div>
          </div>
        </Dialog>
      );
    }
  }
}
