import type { Approval } from '@luit/contracts/billing/approvals';
import type { ShownModel } from '@luit/contracts/http/models';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';

/** What is published: an edited entry, or that of an earlier revision. */
export type Publication = { reason: string; expectedRevision: number; acceptsLoss?: true } & (
  | { entry: unknown }
  | { revision: number }
);

/** Publishes, tells the result, and reads what depends on the model again, also after a refusal. */
export function usePublishModel(id: string) {
  const { client } = useServices();
  const cache = useQueryClient();
  return async (publication: Publication) => {
    const path = `/api/admin/models/${encodeURIComponent(id)}`;
    type Answer = { model: ShownModel; approval: Approval | null };
    try {
      const { model, approval } = await ('entry' in publication
        ? client.send<Answer>('PUT', path, publication)
        : client.send<Answer>('POST', `${path}/restore`, publication));
      toast.success(approval ? waitingText(approval) : `Revision ${model.revision} of ${model.name} is in force`);
    } finally {
      const keys = [['model', id], ['models'], ['plans'], ['approvals']];
      await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    }
  };
}
