import { PROVIDER_KINDS, VIDEO_DIALECTS } from '@luit/contracts/generation/catalog/vocabulary';
import type { ProviderKind } from '@luit/contracts/generation/provider-instances';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { Alert } from '@luit/ui/alert';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { PasswordInput } from '@luit/ui/password-input';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { AdminError } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { isAmount } from './costs/amount';
import { CurrencyField, isCurrency } from './costs/cost-fields';
import { KINDS, MICROS } from './provider-kinds';

type Settings = ProviderOverview['settings'];
const VENDOR: Partial<Record<ProviderKind, string>> = {
  replicate: VENDOR_URLS.REPLICATE_API_URL,
  fal: VENDOR_URLS.FAL_API_URL,
  ark: VENDOR_URLS.ARK_API_URL,
};

const NUMBERS = [
  ['concurrency', 'Tasks at once'],
  ['priority', 'Priority'],
  ['submitsPerMinute', 'Submissions a minute'],
  ['pollsPerMinute', 'Polls a minute'],
] as const;

/** What a provider of the kind begins with. Vendors publish limits; a server runs a job at a time. */
function presetOf(kind: ProviderKind): Settings {
  const baseUrl = VENDOR[kind];
  const limits = baseUrl
    ? { concurrency: 20, submitsPerMinute: 300, pollsPerMinute: 1_500 }
    : { concurrency: 1, submitsPerMinute: 600, pollsPerMinute: 6_000 };
  const dialect = kind === 'videos-api' ? ('vllm-omni' as const) : null;
  return { kind, dialect, baseUrl: baseUrl ?? '', isOwn: !baseUrl, ...limits, priority: 0, gpuCost: null };
}

interface Draft {
  id: string;
  settings: Settings;
  credential: string;
  webhookSecret: string;
  gpuPrice: string;
  currency: string;
}

/** Adds a provider, or changes one. Secrets that are stored are not shown; an empty field leaves them as they are. */
export function ProviderDialog({ provider, onClose }: { provider?: ProviderOverview; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [draft, setDraft] = useState<Draft>(() => draftOf(provider));
  const { id, settings, credential, webhookSecret, gpuPrice, currency } = draft;
  const { kind, isOwn } = settings;
  const isVendor = kind in VENDOR;
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const change = (changed: Partial<Settings>) => set({ settings: { ...settings, ...changed } });
  const save = async (reason: string) => {
    setFaults({});
    const microsPerSecond = Math.round(Number(gpuPrice) * MICROS);
    const gpuCost = gpuPrice === '' ? null : { currency, microsPerSecond };
    const secrets = { credential: credential || undefined, webhookSecret: webhookSecret || undefined };
    const body = { ...settings, gpuCost, ...secrets, reason };
    try {
      if (provider) await client.send('PUT', `/api/admin/providers/${encodeURIComponent(id)}`, body);
      else await client.send('POST', '/api/admin/providers', { id, ...body });
    } catch (error) {
      if (error instanceof AdminError) setFaults(error.details as Record<string, string>);
      throw error;
    }
    const next = kind === 'runner' ? 'Connect a machine, then turn it on.' : 'Test its connection, then turn it on.';
    toast.success(provider ? `${id} changed` : `${id} added. ${next}`);
    await cache.invalidateQueries({ queryKey: ['providers'] });
  };
  const isComplete = id !== '' && (kind === 'runner' || settings.baseUrl !== '');
  const isPriced = gpuPrice === '' || (isAmount(gpuPrice) && isCurrency(currency));
  return (
    <ReasonedDialog
      onClose={onClose}
      title={provider ? `Change ${id}` : 'Add a provider'}
      description={provider ? 'Workers use the changes within seconds.' : 'It is off until you turn it on.'}
      confirmLabel={provider ? 'Save changes' : 'Add provider'}
      isDisabled={!isComplete || !isPriced}
      onConfirm={save}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {!provider && (
          <>
            <Select
              label="Kind"
              value={kind}
              onChange={({ target }) => set({ settings: presetOf(target.value as ProviderKind) })}
            >
              {PROVIDER_KINDS.map((value) => (
                <option key={value} value={value}>
                  {KINDS[value]}
                </option>
              ))}
            </Select>
            <Input
              label="ID"
              hint="Routes name it. It cannot be changed later."
              spellCheck={false}
              value={id}
              error={faults['id']}
              onChange={({ target }) => set({ id: target.value })}
            />
          </>
        )}
        {kind === 'videos-api' && (
          <Select
            label="Dialect"
            value={settings.dialect ?? ''}
            onChange={({ target }) => change({ dialect: target.value as Settings['dialect'] })}
          >
            {VIDEO_DIALECTS.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        )}
        {kind !== 'runner' && (
          <>
            <Input
              label="URL"
              className="sm:col-span-2"
              inputMode="url"
              spellCheck={false}
              placeholder="http://10.0.0.5:8188"
              value={settings.baseUrl}
              error={faults['baseUrl']}
              onChange={({ target }) => change({ baseUrl: target.value.trim() })}
            />
            <Checkbox
              className="flex items-start gap-3 sm:col-span-2"
              label="Own server"
              hint="It may have a private address and no TLS."
              checked={isOwn}
              onChange={({ target }) => change({ isOwn: target.checked })}
            />
            <PasswordInput
              label={isVendor ? 'API key' : 'API key, if it needs one'}
              autoComplete="off"
              placeholder={provider?.hasCredential ? 'Stored. Empty: unchanged' : undefined}
              value={credential}
              error={faults['credential']}
              onChange={({ target }) => set({ credential: target.value })}
            />
          </>
        )}
        {kind === 'replicate' && (
          <PasswordInput
            label="Webhook signing secret"
            hint="During a rotation: the new one and the former one, separated by a comma"
            autoComplete="off"
            placeholder={provider?.hasWebhookSecret ? 'Stored. Empty: unchanged' : 'whsec_…'}
            value={webhookSecret}
            error={faults['webhookSecret']}
            onChange={({ target }) => set({ webhookSecret: target.value })}
          />
        )}
        {NUMBERS.map(([name, label]) => (
          <Input
            key={name}
            label={label}
            type="number"
            value={String(settings[name])}
            error={faults[name]}
            onChange={({ target }) => change({ [name]: Number(target.value) })}
          />
        ))}
        {!isVendor && (
          <>
            <Input
              label="Cost of a second"
              hint="Of a running job. Empty: unknown."
              inputMode="decimal"
              autoComplete="off"
              value={gpuPrice}
              error={gpuPrice !== '' && !isAmount(gpuPrice) ? 'At most six decimals' : undefined}
              onChange={({ target }) => set({ gpuPrice: target.value.trim() })}
            />
            <CurrencyField value={currency} onChange={(code) => set({ currency: code })} />
          </>
        )}
      </div>
      {isOwn && !isVendor && kind !== 'runner' && (
        <Alert tone="info">Anyone who can change this URL can have Luit connect to your private network.</Alert>
      )}
    </ReasonedDialog>
  );
}

function draftOf(provider: ProviderOverview | undefined): Draft {
  const settings = provider?.settings ?? presetOf('comfyui');
  const { gpuCost } = settings;
  return {
    id: provider?.name ?? '',
    settings,
    credential: '',
    webhookSecret: '',
    gpuPrice: gpuCost ? String(gpuCost.microsPerSecond / MICROS) : '',
    currency: gpuCost?.currency ?? 'USD',
  };
}
