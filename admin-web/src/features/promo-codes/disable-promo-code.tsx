import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** Ends a code permanently, with a reason for the audit log. */
export function DisablePromoCode({ promoCode: { id, code } }: { promoCode: PromoCode }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canDisable = useCan('promo_codes.change');
  const [isOpen, setOpen] = useState(false);
  if (!canDisable) return null;
  const disable = async (reason: string) => {
    await client.send('POST', `/api/admin/promo-codes/${id}/disable`, { reason });
    toast.success(`${code} is disabled`);
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="danger" size="sm" onClick={() => setOpen(true)}>
        Disable
      </Button>
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title={`Disable ${code}?`}
          description="No one can redeem it anymore, and this cannot be undone. Credits that were already redeemed are kept."
          confirmLabel="Disable code"
          isDangerous
          onConfirm={disable}
        />
      )}
    </>
  );
}
