import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { useServices } from '../../lib/services';

/** Ends a code for good, with a reason for the audit log. */
export function DisablePromoCode({ promoCode: { id, code } }: { promoCode: PromoCode }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = () => {
    setOpen(false);
    setReason('');
  };
  const disable = async () => {
    await client.send('POST', `/api/admin/promo-codes/${id}/disable`, { reason: reason.trim() });
    toast.success(`${code} is disabled`);
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="danger" size="sm" onClick={() => setOpen(true)}>
        Disable
      </Button>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Disable ${code}?`}
          description="Nobody can redeem it anymore, and this cannot be undone. Credits that were redeemed stay."
          confirmLabel="Disable code"
          isDangerous
          isDisabled={!isReason(reason)}
          onConfirm={disable}
        >
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmDialog>
      )}
    </>
  );
}
