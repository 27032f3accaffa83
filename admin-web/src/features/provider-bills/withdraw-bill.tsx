import type { ProviderBill } from '@luit/contracts/generation/provider-bills';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { formatTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** A bill as the API shows it. */
export type ShownBill = ProviderBill & { withdrawnBy: string | null };

/** Withdraws a wrong import, with a reason for the audit log. */
export function WithdrawBill({ bill: { id, provider, fileName, withdrawal } }: { bill: ShownBill }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const mayWithdraw = useCan('provider_bills.withdraw');
  const [isOpen, setOpen] = useState(false);
  if (!mayWithdraw || withdrawal) return null;
  const withdraw = async (reason: string) => {
    await client.send('POST', `/api/admin/provider-bills/${encodeURIComponent(id)}/withdraw`, { reason });
    toast.success('The import is withdrawn');
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="danger" size="sm" onClick={() => setOpen(true)}>
        Withdraw import…
      </Button>
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title="Withdraw this import?"
          description={`Other bills of ${provider} ignore ${fileName} from now on, and the file can be imported again. Its lines and result stay here. This cannot be undone.`}
          confirmLabel="Withdraw import"
          isDangerous
          onConfirm={withdraw}
        />
      )}
    </>
  );
}

/** Says who withdrew a bill, when and why. */
export function WithdrawalNotice({ bill: { withdrawal, withdrawnBy } }: { bill: ShownBill }) {
  if (!withdrawal) return null;
  return (
    <Alert tone="accent">
      <p>
        {`Withdrawn by ${withdrawnBy ?? 'a deleted operator'} on ${formatTime(withdrawal.at)}. Other bills ignore it. Its lines and result are shown as they were imported.`}
      </p>
      <p className="mt-1 font-normal wrap-anywhere">{withdrawal.reason}</p>
    </Alert>
  );
}
