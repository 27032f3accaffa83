import type { PriceUnit } from '@luit/contracts/generation/provider-costs';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { currentDay } from '../../lib/format';
import { useServices } from '../../lib/services';
import { providersQuery } from '../providers/providers-query';
import { isAmount } from './amount';

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
    reason: '',
  });
  const set = (change: Partial<typeof fields>) => setFields((old) => ({ ...old, ...change }));
  const { provider, model, resolution, unit, price, currency, validFrom, reason } = fields;
  const models = providers.find(({ name }) => name === provider)?.models ?? [];
  const add = async () => {
    await client.send('POST', '/api/admin/provider-costs/prices', {
      ...fields,
      resolution: resolution || undefined,
      price: price.trim(),
      reason: reason.trim(),
    });
    toast.success(`Price of ${model} at ${provider} added`);
    await cache.invalidateQueries({ queryKey: ['provider-costs'] });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Add a price"
      description="It applies to jobs submitted on this day and later, until the next entry for the same model and resolution."
      confirmLabel="Add price"
      isDisabled={!provider || !model || !isAmount(price) || !isCurrency(currency) || !validFrom || !isReason(reason)}
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
        <Input
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          error={price && !isAmount(price) ? 'Enter a number with at most six decimals' : undefined}
          onChange={(event) => set({ price: event.target.value })}
        />
        <Input
          label="Currency"
          maxLength={3}
          value={currency}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
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

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
