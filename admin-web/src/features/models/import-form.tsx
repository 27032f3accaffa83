import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import { workflowEntry } from '@luit/contracts/generation/catalog/proposed-workflow';
import { proposedEntry } from '@luit/contracts/generation/catalog/proposed-entry';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { PasteWorkflow } from './form/workflow-section';
import { useModelCheck } from './use-model-check';

const VENDORS = { replicate: 'Replicate', fal: 'fal' } as const;
const COMFYUI = 'comfyui';
const EXAMPLES = { replicate: 'owner/name', fal: 'owner/name/text-to-video' } as const;

interface ImportFormProps {
  onPropose: (entry: unknown) => void;
}

/** Proposes an entry from what a vendor publishes about a model, or from a workflow. */
export function ImportForm({ onPropose }: ImportFormProps) {
  const [source, setSource] = useState<string>('replicate');
  const vendor = Object.keys(VENDORS).find((each): each is keyof typeof VENDORS => each === source);
  return (
    <Card className="mb-5 grid gap-4 p-4 sm:p-5">
      <Select
        label="Import from"
        className="sm:max-w-60"
        value={source}
        onChange={(event) => setSource(event.target.value)}
      >
        {Object.entries({ ...VENDORS, [COMFYUI]: 'A ComfyUI workflow' }).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {vendor ? (
        <VendorImport key={vendor} provider={vendor} onPropose={onPropose} />
      ) : (
        <PasteWorkflow label="Workflow" action="Propose a model" onUse={(graph) => onPropose(workflowEntry(graph))} />
      )}
    </Card>
  );
}

/** Reads the input that a vendor publishes for a model, and proposes an entry from it. */
function VendorImport({ provider, onPropose }: ImportFormProps & { provider: keyof typeof VENDORS }) {
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
    <>
      <form noValidate onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
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
      {failure && <Alert tone="danger">{`Nothing was imported. ${failure}`}</Alert>}
      {unused && <Proposed unused={unused} />}
    </>
  );
}

function Proposed({ unused }: { unused: VendorInputField[] }) {
  return (
    <Alert tone="success">
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
