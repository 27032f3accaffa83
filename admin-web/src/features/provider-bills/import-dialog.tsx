import type { ProviderBill } from '@luit/contracts/generation/provider-bills';
import { Alert } from '@luit/ui/alert';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { CurrencyField, isCurrency } from '../provider-costs/cost-fields';
import { providersQuery } from '../providers/providers-query';

interface Preview {
  columns: string[];
  sample: string[][];
  lines: number;
}

const FIELDS = [
  { name: 'task', label: 'Task ID', usual: /request|task|prediction|(^|\W)id$/i },
  { name: 'amount', label: 'Amount', usual: /amount|cost|price|charge/i },
  { name: 'date', label: 'Date', usual: /date|time|created|day/i },
] as const;

/** Chooses a file, shows its columns, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(providersQuery(client));
  const [file, setFile] = useState<File | null>(null);
  const [fields, setFields] = useState({ provider: '', currency: 'USD', task: '', amount: '', date: '' });
  const set = (change: Partial<typeof fields>) => setFields((old) => ({ ...old, ...change }));
  const preview = useMutation({
    mutationFn: (chosen: File) => client.upload<Preview>('/api/admin/provider-bills/preview', chosen),
    onSuccess: ({ columns }) => set(guess(columns)),
  });
  const { provider, currency, task, amount, date } = fields;
  const isComplete = provider && isCurrency(currency) && task && amount && date;
  const send = async (reason: string) => {
    if (!file) return;
    const query = new URLSearchParams({ ...fields, reason, fileName: file.name.slice(-200) });
    const { bill, isNew } = await client.upload<{ bill: ProviderBill; isNew: boolean }>(
      `/api/admin/provider-bills?${query.toString()}`,
      file,
    );
    if (isNew) toast.success('Bill imported and compared');
    else toast.info('An operator has already imported this file. Nothing has changed.');
    await cache.invalidateQueries({ queryKey: ['/api/admin/provider-bills'] });
    await navigate(`/provider-bills/${bill.id}`);
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Import a bill"
      description="A CSV file with a header, in UTF-8, of at most 5 MB and 20,000 lines. Write dates as 2026-11-21."
      confirmLabel="Import and compare"
      isDisabled={!preview.data || !isComplete}
      onConfirm={send}
    >
      <Input
        label="File"
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => {
          const chosen = event.target.files?.[0] ?? null;
          setFile(chosen);
          preview.reset();
          if (chosen) preview.mutate(chosen);
        }}
      />
      {preview.isError && <Alert tone="danger">{errorMessage(preview.error)}</Alert>}
      {preview.data && <Sample preview={preview.data} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="Provider" value={provider} onChange={(event) => set({ provider: event.target.value })}>
          <option value="">Choose…</option>
          {data?.providers.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <CurrencyField value={currency} onChange={(code) => set({ currency: code })} />
        {preview.data &&
          FIELDS.map(({ name, label }) => (
            <Select
              key={name}
              label={`${label} column`}
              value={fields[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            >
              <option value="">Choose a column…</option>
              {preview.data.columns.map((column) => (
                <option key={column}>{column}</option>
              ))}
            </Select>
          ))}
      </div>
    </ReasonedDialog>
  );
}

/** The first column whose name is usual for each field. */
function guess(columns: string[]): Record<'task' | 'amount' | 'date', string> {
  const [task = '', amount = '', date = ''] = FIELDS.map(({ usual }) => columns.find((name) => usual.test(name)));
  return { task, amount, date };
}

/** The columns with their first values, one below the other: phones show all of them, too. */
function Sample({ preview: { columns, sample, lines } }: { preview: Preview }) {
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-sm text-muted">
        {lines === 1
          ? 'Columns of the file, with their values:'
          : `Columns of the file (${formatNumber(lines)} lines), with their first values:`}
      </p>
      <div
        role="region"
        aria-label="Columns of the file"
        tabIndex={0}
        className="max-h-48 overflow-y-auto rounded-card border border-line px-3 py-1.5 text-label"
      >
        <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1">
          {columns.map((column, at) => {
            const values = sample.map((record) => record[at] || '–').join(' · ');
            return (
              <Fragment key={column}>
                <dt className="font-medium wrap-anywhere">{column}</dt>
                <dd className="truncate text-muted" title={values}>
                  {values}
                </dd>
              </Fragment>
            );
          })}
        </dl>
      </div>
    </div>
  );
}
