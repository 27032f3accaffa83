import type { FailoverChange } from '@luit/contracts/generation/provider-costs';
import { Alert } from '@luit/ui/alert';
import { Checkbox } from '@luit/ui/checkbox';
import { useState } from 'react';
import { AdminError } from '../../../lib/admin-error';

/** If an entry changes which providers may take over, the operator confirms that, and the entry is sent again. */
export function useFailoverChange() {
  const [changes, setChanges] = useState<FailoverChange[]>([]);
  const [isAccepted, setAccepted] = useState(false);
  const clear = () => {
    setChanges([]);
    setAccepted(false);
  };
  /** @throws the error of `send` */
  const confirm = async (send: (accepted: object) => Promise<unknown>) => {
    try {
      await send(isAccepted ? { acceptsFailover: true } : {});
    } catch (error) {
      if (error instanceof AdminError && Array.isArray(error.details.failover)) {
        setChanges(error.details.failover as FailoverChange[]);
        setAccepted(false);
      }
      throw error;
    }
  };
  return { changes, isAccepted, setAccepted, clear, confirm, isOpen: changes.length > 0 && !isAccepted };
}

export function FailoverNotice({ failover }: { failover: ReturnType<typeof useFailoverChange> }) {
  if (failover.changes.length === 0) return null;
  return (
    <Alert tone="info">
      <ul className="mb-2 grid gap-1">
        {failover.changes.map((change) => (
          <li key={change.model}>{textOf(change)}</li>
        ))}
      </ul>
      <Checkbox
        label="Change the failover"
        checked={failover.isAccepted}
        onChange={(event) => failover.setAccepted(event.target.checked)}
      />
    </Alert>
  );
}

function textOf({ model, before, after }: FailoverChange): string {
  const skipped = before.filter((provider) => !after.includes(provider));
  const order = `Failover of ${model} will prefer ${after.join(', then ')}`;
  return skipped.length > 0 ? `${order}, and skip ${skipped.join(', ')}.` : `${order}.`;
}
