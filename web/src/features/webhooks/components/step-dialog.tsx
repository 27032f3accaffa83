import { t } from '@lingui/core/macro';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointSettings,
  endpointsQuery,
  rotateSecret,
} from '../api/webhooks';
import { EndpointForm } from './endpoint-form';
import type { EndpointAction } from './endpoint-row';
import { IssuedSecret } from './issued-secret';

/** What the dialog is about. */
export type EndpointStep =
  | { name: 'create' }
  | { name: 'issued'; secret: string; text: string }
  | { name: EndpointAction; endpoint: WebhookEndpoint };

interface StepDialogProps {
  step: EndpointStep;
  onStep: (step: EndpointStep | null) => void;
}

export function StepDialog({ step, onStep }: StepDialogProps) {
  const { api } = useServices();
  const client = useQueryClient();
  const close = () => onStep(null);
  const onSettled = () => client.invalidateQueries(endpointsQuery(api));
  const create = useIntent(
    'create webhook endpoint',
    (settings: EndpointSettings, key) => createEndpoint(api, settings, key),
    {
      onSuccess: ({ secret }) =>
        onStep({
          name: 'issued',
          secret,
          text: t`Copy it now and keep it like a password. Your program uses it to verify that messages come from Luit. We can’t show it again.`,
        }),
      onSettled,
    },
  );
  const change = useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: EndpointSettings }) => changeEndpoint(api, id, settings),
    onSuccess: close,
    onSettled,
  });
  const rotate = useIntent('rotate webhook secret', (id: string, key) => rotateSecret(api, id, key), {
    onSuccess: ({ secret }) =>
      onStep({
        name: 'issued',
        secret,
        text: t`Copy it now. For 24 hours, messages are signed with this secret and the previous one, so you can replace it without losing any.`,
      }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: string) => deleteEndpoint(api, id), onSuccess: close, onSettled });

  switch (step.name) {
    case 'create':
      return (
        <Dialog isOpen onClose={close} title={t`New webhook endpoint`}>
          <EndpointForm
            action={t`Add endpoint`}
            onSave={async (settings) => void (await create.mutateAsync(settings))}
            onCancel={close}
          />
        </Dialog>
      );
    case 'issued':
      return (
        <Dialog isOpen onClose={close} title={t`Your signing secret`}>
          <IssuedSecret secret={step.secret} text={step.text} onDone={close} />
        </Dialog>
      );
    case 'change': {
      const { id } = step.endpoint;
      return (
        <Dialog isOpen onClose={close} title={t`Change endpoint`}>
          <EndpointForm
            endpoint={step.endpoint}
            action={t`Save`}
            onSave={async (settings) => void (await change.mutateAsync({ id, settings }))}
            onCancel={close}
          />
        </Dialog>
      );
    }
    case 'rotate':
      return (
        <Dialog
          isOpen
          onClose={close}
          title={t`Replace the signing secret?`}
          description={t`You’ll get a new secret. The current one stays valid for 24 hours; an older one stops working immediately.`}
        >
          <Confirmation
            error={rotate.error && messageOf(rotate.error, t`We couldn’t replace the secret. Please try again.`)}
            action={
              <Button busy={rotate.isPending} onClick={() => rotate.mutate(step.endpoint.id)}>
                {t`Replace secret`}
              </Button>
            }
            onCancel={close}
          />
        </Dialog>
      );
    case 'remove':
      return (
        <Dialog
          isOpen
          onClose={close}
          title={t`Delete this endpoint?`}
          description={t`It won’t receive any more events, and the list of its deliveries is deleted. This can’t be undone.`}
        >
          <Confirmation
            error={remove.error && messageOf(remove.error, t`We couldn’t delete the endpoint. Please try again.`)}
            action={
              <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate(step.endpoint.id)}>
                {t`Delete endpoint`}
              </Button>
            }
            onCancel={close}
          />
        </Dialog>
      );
  }
}

interface ConfirmationProps {
  error: string | null;
  action: ReactNode;
  onCancel: () => void;
}

function Confirmation({ error, action, onCancel }: ConfirmationProps) {
  return (
    <div className="grid gap-5">
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <div className="flex flex-wrap gap-2">
        {action}
        <Button tone="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
