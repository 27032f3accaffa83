import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../../components/reasoned-dialog';
import { currentDay } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { isAmount } from './amount';
import { AmountField, CurrencyField, isCurrency, ValidFromField } from './cost-fields';
import { FailoverNotice, useFailoverChange } from './failover-change';

export function RateDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [fields, setFields] = useState({ currency: 'USD', rate: '', validFrom: currentDay() });
  const failover = useFailoverChange();
  const set = (change: Partial<typeof fields>) => {
    setFields((old) => ({ ...old, ...change }));
    failover.clear();
  };
  const { currency, rate, validFrom } = fields;
  const isForeign = isCurrency(currency) && currency !== 'INR';
  const add = async (reason: string) => {
    const entry = { ...fields, rate: rate.trim(), reason };
    await failover.confirm((accepted) =>
      client.send('POST', '/api/admin/provider-costs/exchange-rates', { ...entry, ...accepted }),
    );
    toast.success(`Exchange rate of ${currency} added`);
    await cache.invalidateQueries({ queryKey: ['provider-costs'] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Add an exchange rate"
      description="It applies to jobs submitted on this day and later, until the next entry for the currency."
      confirmLabel="Add rate"
      isDisabled={!isForeign || !isAmount(rate) || Number(rate) === 0 || !validFrom || failover.isOpen}
      onConfirm={add}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <CurrencyField
          value={currency}
          onChange={(code) => set({ currency: code })}
          error={currency.length === 3 && !isForeign ? 'Enter a code such as USD; rupees need no rate' : undefined}
        />
        <AmountField label="Rupees for 1" value={rate} onChange={(text) => set({ rate: text })} />
        <ValidFromField value={validFrom} onChange={(day) => set({ validFrom: day })} />
      </div>
      <FailoverNotice failover={failover} />
    </ReasonedDialog>
  );
}
