import type { PriceUnit } from '@luit/contracts/generation/provider-costs';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../../components/reasoned-dialog';
import { currentDay } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { providersQuery } from '../providers-query';
import { isAmount } from './amount';
import { AmountField, CurrencyField, isCurrency, ValidFromField } from './cost-fields';
import { FailoverNotice, useFailoverChange } from './failover-change';

const RESOLUTIONS = ['480p', '720p', 'standard', 'high', 'ultra'];
const UNITS: Record<PriceUnit, string> = { second: 'Second of video', video: 'Video', image: 'Image' };

export function PriceDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { data } = useQuery(providersQuery(client));
  const providers = data?.providers ?? [];
  const [fields, setFields] = useState({
    provider: '',
    model: '',
    resolution: '',
    unit: 'second' as PriceUnit,
    price: '',
    currency: 'USD',
    validFrom: currentDay(),
  });
  const failover = useFailoverChange();
  const set = (change: Partial<typeof fields>) => {
    setFields((old) => ({ ...old, ...change }));
    failover.clear();
  };
  const { provider, model, resolution, unit, price, currency, validFrom } = fields;
  const models = providers.find(({ name }) => name === provider)?.models ?? [];
  const add = async (reason: string) => {
    const entry = { ...fields, resolution: resolution || undefined, price: price.trim(), reason };
    await failover.confirm((accepted) =>
      client.send('POST', '/api/admin/provider-costs/prices', { ...entry, ...accepted }),
    );
    toast.success(`Price of ${model} at ${provider} added`);
    await cache.invalidateQueries({ queryKey: ['provider-costs'] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Add a price"
      description="It applies to jobs submitted on this day and later, until the next entry for the same model and resolution."
      confirmLabel="Add price"
      isDisabled={!provider || !model || !isAmount(price) || !isCurrency(currency) || !validFrom || failover.isOpen}
      onConfirm={add}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Provider"
          value={provider}
          onChange={(event) => set({ provider: event.target.value, model: '' })}
        >
          <option value="">Choose…</option>
          {providers.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select label="Model" value={model} onChange={(event) => set({ model: event.target.value })}>
          <option value="">Choose…</option>
          {models.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </Select>
        <Select label="Resolution" value={resolution} onChange={(event) => set({ resolution: event.target.value })}>
          <option value="">Every resolution</option>
          {RESOLUTIONS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select label="Per" value={unit} onChange={(event) => set({ unit: event.target.value as PriceUnit })}>
          {Object.entries(UNITS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <AmountField label="Price" value={price} onChange={(text) => set({ price: text })} />
        <CurrencyField value={currency} onChange={(code) => set({ currency: code })} />
        <ValidFromField value={validFrom} onChange={(day) => set({ validFrom: day })} />
      </div>
      <FailoverNotice failover={failover} />
    </ReasonedDialog>
  );
}
