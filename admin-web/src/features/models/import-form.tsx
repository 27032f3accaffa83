import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import { workflowEntry } from '@luit/contracts/generation/catalog/proposed-workflow';
import { proposedEntry } from '@luit/contracts/generation/catalog/proposed-entry';
import type { ProviderKind } from '@luit/contracts/generation/provider-instances';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { providersQuery } from '../providers/providers-query';
import { PasteWorkflow } from './form/workflow-section';
import { useModelCheck } from './use-model-check';

/** The kinds of providers that publish the input of models. */
const EXAMPLES: Partial<Record<ProviderKind, string>> = { replicate: 'owner/name', fal: 'owner/name/text-to-video' };
const WORKFLOW = 'workflow';

interface ImportFormProps {
  onPropose: (entry: unknown) => void;
}

/** Proposes an entry from what a vendor publishes about a model, or from a workflow. */
export function ImportForm({ onPropose }: ImportFormProps) {
  const { client } = useServices();
  const { data } = useQuery(providersQuery(client));
  const vendors = data?.providers.filter(({ settings }) => settings.kind in EXAMPLES) ?? [];
  const [chosen, setChosen] = useState<string>();
  const source = chosen ?? vendors[0]?.name ?? WORKFLOW;
  const kind = vendors.find(({ name }) => name === source)?.settings.kind;
  return (
    <Card className="mb-5 grid gap-4 p-4 sm:p-5">
      <Select
        label="Import from"
        className="sm:max-w-60"
        value={source}
        onChange={({ target }) => setChosen(target.value)}
      >
        {vendors.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option value={WORKFLOW}>A ComfyUI workflow</option>
      </Select>
      {kind ? (
        <VendorImport key={source} provider={source} kind={kind} onPropose={onPropose} />
      ) : (
        <PasteWorkflow label="Workflow" action="Propose a model" onUse={(graph) => onPropose(workflowEntry(graph))} />
      )}
    </Card>
  );
}

interface VendorImportProps extends ImportFormProps {
  provider: string;
  kind: ProviderKind;
}

/** Reads the input that a vendor publishes for a model, and proposes an entry from it. */
function VendorImport({ provider, kind, onPropose }: VendorImportProps) {
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
          label={kind === 'fal' ? 'Endpoint' : 'Model'}
          placeholder={EXAMPLES[kind]}
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
