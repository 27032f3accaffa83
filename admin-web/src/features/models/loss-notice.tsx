import type { ModelLoss } from '@luit/contracts/generation/model-editor';
import { Alert } from '@luit/ui/alert';
import { Checkbox } from '@luit/ui/checkbox';
import { useState } from 'react';
import { AdminError } from '../../lib/admin-error';
import { formatMicroRupees } from '../../lib/format';

/** The service refuses an entry that sells something below its cost, until the operator accepts it. */
export function useLoss() {
  const [loss, setLoss] = useState<ModelLoss | null>(null);
  const [isAccepted, setAccepted] = useState(false);
  /** @throws the error of `send` */
  const confirm = async (send: (accepted: { acceptsLoss?: true }) => Promise<unknown>) => {
    try {
      await send(isAccepted ? { acceptsLoss: true } : {});
    } catch (error) {
      if (isLoss(error)) setLoss(error.details.loss);
      throw error;
    }
  };
  return { loss, isAccepted, setAccepted, confirm, isOpen: loss !== null && !isAccepted };
}

export function isLoss(error: unknown): error is AdminError & { details: { loss: ModelLoss } } {
  return error instanceof AdminError && error.details.loss !== undefined;
}

export function LossNotice({ loss: { loss, isAccepted, setAccepted } }: { loss: ReturnType<typeof useLoss> }) {
  if (!loss) return null;
  return (
    <Alert tone="accent">
      <p className="mb-2">{lossText(loss)}</p>
      <Checkbox
        label="Sell it below its cost"
        checked={isAccepted}
        onChange={(event) => setAccepted(event.target.checked)}
      />
    </Alert>
  );
}

export function lossText({ provider, choice, credits, paidMicros, costMicros }: ModelLoss): string {
  const { duration, resolution, quality } = choice;
  const what = [duration && `${duration} s`, resolution ?? quality].filter(Boolean).join(' at ');
  const paid = `${credits} credits, which bring ${formatMicroRupees(paidMicros)} if bought in the cheapest pack`;
  return `Sold below cost: ${what} costs ${formatMicroRupees(costMicros)} at ${provider} and is sold for ${paid}.`;
}
