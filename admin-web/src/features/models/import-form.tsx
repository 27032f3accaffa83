import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import { proposedEntry } from '@luit/contracts/generation/catalog/proposed-entry';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { useModelCheck } from './use-model-check';

const VENDORS = { replicate: 'Replicate', fal: 'fal' } as const;
const EXAMPLES = { replicate: 'owner/name', fal: 'owner/name/text-to-video' } as const;

/** Reads the input that a vendor publishes for a model, and proposes an entry from it. */
export function ImportForm({ onPropose }: { onPropose: (entry: unknown) => void }) {
  const [provider, setProvider] = useState<keyof typeof VENDORS>('replicate');
  const [model, setModel] = useState('');
  const [unused, setUnused] = useState<VendorInputField[] | null>(null);
  const { start, check, error, isRunning } = useModelCheck('schema', ({ fields, ...found }) => {
    if (!fields) return;
    const proposal = proposedEntry(found.provider, found.model, fields);
    setUnused(proposal.unused);
    onPropose(proposal.entry);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setUnused(null);
    start({ provider, model: model.trim() });
  };
  const failure = error ? errorMessage(error) : check?.error;
  return (
    <Card className="mb-5 p-4 sm:p-5">
      <form noValidate onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <Select
          label="Import from"
          value={provider}
          onChange={({ target }) => setProvider(target.value as typeof provider)}
        >
          {Object.entries(VENDORS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Input
          label={provider === 'fal' ? 'Endpoint' : 'Model'}
          placeholder={EXAMPLES[provider]}
          spellCheck={false}
          value={model}
          onChange={(event) => setModel(event.target.value)}
        />
        <Button type="submit" tone="secondary" busy={isRunning} disabled={model.trim() === ''}>
          Read its input
        </Button>
      </form>
      {failure && (
        <Alert tone="danger" className="mt-4">
          {`Nothing was imported. ${failure}`}
        </Alert>
      )}
      {unused && <Proposed unused={unused} />}
    </Card>
  );
}

function Proposed({ unused }: { unused: VendorInputField[] }) {
  return (
    <Alert tone="success" className="mt-4">
      <p>The form below has what the vendor publishes. Review each tab, and add descriptions and a price.</p>
      {unused.length > 0 && (
        <p className="mt-1">
          <span>Nothing fills </span>
          {unused.map(({ name, isRequired, description }, i) => (
            <span key={name} title={description}>
              {i > 0 && <span>, </span>}
              <code>{name}</code>
              {isRequired && <strong> (required)</strong>}
            </span>
          ))}
          <span>.</span>
        </p>
      )}
    </Alert>
  );
}
