import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointSettings,
  endpointsQuery,
  rotateSecret,
} from '../api/webhooks';
import { webhooksCopy } from '../copy';
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
  const create = useMutation({
    mutationFn: (settings: EndpointSettings) => createEndpoint(api, settings),
    onSuccess: ({ secret }) => onStep({ name: 'issued', secret, text: webhooksCopy.issuedText }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: EndpointSettings }) => changeEndpoint(api, id, settings),
    onSuccess: close,
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: (id: string) => rotateSecret(api, id),
    onSuccess: ({ secret }) => onStep({ name: 'issued', secret, text: webhooksCopy.rotatedText }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: string) => deleteEndpoint(api, id), onSuccess: close, onSettled });

  switch (step.name) {
    case 'create':
      return (
        <Dialog isOpen onClose={close} title={webhooksCopy.createTitle}>
          <EndpointForm
            action={webhooksCopy.createAction}
            onSave={async (settings) => void (await create.mutateAsync(settings))}
            onCancel={close}
          />
        </Dialog>
      );
    case 'issued':
      return (
        <Dialog isOpen onClose={close} title={webhooksCopy.issuedTitle}>
          <IssuedSecret secret={step.secret} text={step.text} onDone={close} />
        </Dialog>
      );
    case 'change': {
      const { id } = step.endpoint;
      return (
        <Dialog isOpen onClose={close} title={webhooksCopy.changeTitle}>
          <EndpointForm
            endpoint={step.endpoint}
            action={webhooksCopy.save}
            onSave={async (settings) => void (await change.mutateAsync({ id, settings }))}
            onCancel={close}
          />
        </Dialog>
      );
    }
    case 'rotate':
      return (
        <Dialog isOpen onClose={close} title={webhooksCopy.rotateTitle} description={webhooksCopy.rotateText}>
          <Confirmation
            error={rotate.error && messageOf(rotate.error, webhooksCopy.rotateFailed)}
            action={
              <Button busy={rotate.isPending} onClick={() => rotate.mutate(step.endpoint.id)}>
                {webhooksCopy.rotateAction}
              </Button>
            }
            onCancel={close}
          />
        </Dialog>
      );
    case 'remove':
      return (
        <Dialog isOpen onClose={close} title={webhooksCopy.removeTitle} description={webhooksCopy.removeText}>
          <Confirmation
            error={remove.error && messageOf(remove.error, webhooksCopy.removeFailed)}
            action={
              <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate(step.endpoint.id)}>
                {webhooksCopy.removeAction}
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
          {webhooksCopy.cancel}
        </Button>
      </div>
    </div>
  );
}
