import type { AdminPlan } from '@luit/contracts/generation/plans';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import type { ShownModel } from '@luit/contracts/http/models';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

/** What can be done with a whole model: making it the default, and deleting one that was never offered. */
export function ModelActions({ model }: { model: ShownModel }) {
  const [opened, setOpened] = useState<'default' | 'delete' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      {model.output === 'video' && model.state === 'live' && !model.isDefault && (
        <Button
          tone="secondary"
          size="sm"
          icon={<Star aria-hidden className="size-4" />}
          onClick={() => setOpened('default')}
        >
          Make default …
        </Button>
      )}
      {model.isDeletable && (
        <Button
          tone="secondary"
          size="sm"
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => setOpened('delete')}
        >
          Delete …
        </Button>
      )}
      {opened === 'default' && <DefaultDialog model={model} onClose={close} />}
      {opened === 'delete' && <DeleteDialog model={model} onClose={close} />}
    </>
  );
}

interface DialogProps {
  model: ShownModel;
  onClose: () => void;
}

function DefaultDialog({ model, onClose }: DialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => client.get<{ items: AdminPlan[] }>('/api/admin/plans', signal),
  });
  const confirm = async (reason: string) => {
    await client.send('PUT', `/api/admin/models/${encodeURIComponent(model.id)}/default`, { reason });
    toast.success(`${model.name} is the default model`);
    await Promise.all([['model'], ['models'], ['plans']].map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  return (
    <ReasonedDialog
      title={`Make ${model.name} the default model?`}
      description="The plans, the home page and requests that name no model follow it at once. Accepted jobs keep their model and price."
      confirmLabel="Make default"
      onClose={onClose}
      onConfirm={confirm}
    >
      <ul aria-label="Prices of the plans" className="grid gap-1 text-sm">
        {(data?.items ?? [])
          .filter(({ type }) => type === 'video')
          .map((plan) => (
            <li key={plan.id} className="flex justify-between gap-4">
              <span>{plan.name}</span>
              <span className="font-semibold">{changeText(plan, model)}</span>
            </li>
          ))}
      </ul>
    </ReasonedDialog>
  );
}

function changeText({ credits, duration, quality }: AdminPlan, { price, durations, qualities }: ShownModel): string {
  if (!price || duration === null || !durations.includes(duration) || !qualities.includes(quality)) {
    return 'not made by this model';
  }
  const after = priceOf(price, { duration, resolution: quality });
  return after === credits
    ? `${formatNumber(credits)} credits`
    : `${formatNumber(credits)} → ${formatNumber(after)} credits`;
}

function DeleteDialog({ model, onClose }: DialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const confirm = async (reason: string) => {
    await client.send('DELETE', `/api/admin/models/${encodeURIComponent(model.id)}`, { reason });
    toast.success(`${model.name} has been deleted`);
    await navigate('/models');
    await cache.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <ReasonedDialog
      title={`Delete ${model.name}?`}
      description="It was never offered, so no job refers to it. Its revisions are deleted, and its id can be used again."
      confirmLabel="Delete"
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
