import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { currentDay } from '../../lib/format';
import { useServices } from '../../lib/services';
import { isAmount } from './amount';

export function RateDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [fields, setFields] = useState({ currency: 'USD', rate: '', validFrom: currentDay(), reason: '' });
  const set = (change: Partial<typeof fields>) => setFields((old) => ({ ...old, ...change }));
  const { currency, rate, validFrom, reason } = fields;
  const isForeign = /^(?!INR)[A-Z]{3}$/.test(currency);
  const add = async () => {
    const entry = { ...fields, rate: rate.trim(), reason: reason.trim() };
    await client.send('POST', '/api/admin/provider-costs/exchange-rates', entry);
    toast.success(`Exchange rate of ${currency} added`);
    await cache.invalidateQueries({ queryKey: ['provider-costs'] });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Add an exchange rate"
      description="It applies to jobs submitted on this day and later, until the next entry for the currency."
      confirmLabel="Add rate"
      isDisabled={!isForeign || !isAmount(rate) || Number(rate) === 0 || !validFrom || !isReason(reason)}
      onConfirm={add}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Input
          label="Currency"
          maxLength={3}
          value={currency}
          error={currency.length === 3 && !isForeign ? 'Enter a code such as USD; rupees need no rate' : undefined}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
        <Input
          label="Rupees for 1"
          inputMode="decimal"
          autoComplete="off"
          value={rate}
          error={rate && !isAmount(rate) ? 'Enter a number with at most six decimals' : undefined}
          onChange={(event) => set({ rate: event.target.value })}
        />
        <Input
          label="Valid from (IST)"
          type="date"
          value={validFrom}
          onChange={(event) => set({ validFrom: event.target.value })}
        />
      </div>
      <ReasonField value={reason} onChange={(text) => set({ reason: text })} />
    </ConfirmDialog>
  );
}
