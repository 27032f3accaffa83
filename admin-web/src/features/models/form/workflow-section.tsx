import { proposedWorkflow } from '@luit/contracts/generation/catalog/proposed-workflow';
import { linkOf, parseWorkflow, type WorkflowGraph } from '@luit/contracts/generation/catalog/workflow-graph';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { useState } from 'react';
import { useEntryForm } from './entry-form';
import { fieldsOf } from './entry-paths';
import { ChoiceField, Problem } from './fields';
import { parameterName } from './takes-tab';

/** A workflow of ComfyUI for a route: pasting one proposes which of its inputs are filled, and which node makes the output. */
export function WorkflowSection({ path }: { path: string }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const [found, setFound] = useState<string[] | null>(null);
  const graph = graphAt(at(`${path}.workflow`));
  const use = (pasted: WorkflowGraph) => {
    const { fields, outputNode } = proposedWorkflow(pasted);
    setFound(Object.keys(fields));
    set(path, { ...fieldsOf(at(path)), fields, workflow: { graph: pasted, outputNode } });
  };
  if (isReadOnly && !graph) return null;
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 text-sm font-semibold">ComfyUI workflow</legend>
      {graph && (
        <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <ChoiceField
            path={`${path}.workflow.outputNode`}
            label="Output node"
            none="The first file that is saved"
            hint={`The workflow has ${Object.keys(graph).length} nodes.`}
            options={Object.entries(graph).map(([id]) => ({ value: id, label: nodeName(graph, id) }))}
          />
          {!isReadOnly && (
            <Button tone="ghost" size="sm" onClick={() => set(`${path}.workflow`, undefined)}>
              Remove the workflow
            </Button>
          )}
        </div>
      )}
      {found && (
        <p role="status" className="text-sm text-muted">
          {`Recognized: ${found.map(inputName).join(', ') || 'nothing'}. Review the fields below.`}
        </p>
      )}
      <Problem text={problems.get(`${path}.workflow`) ?? problems.get(`${path}.workflow.graph`)} />
      {!isReadOnly && (
        <PasteWorkflow label={graph ? 'Replace it' : 'For a ComfyUI server'} action="Use it" onUse={use} />
      )}
    </fieldset>
  );
}

interface PasteWorkflowProps {
  label: string;
  action: string;
  onUse: (graph: WorkflowGraph) => void;
}

/** A field for a workflow in API format, which says what is wrong with a text that is none. */
export function PasteWorkflow({ label, action, onUse }: PasteWorkflowProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const use = () => {
    try {
      onUse(parseWorkflow(text));
      setText('');
    } catch (reason) {
      setError((reason as Error).message);
    }
  };
  return (
    <div className="grid gap-3">
      <Textarea
        label={label}
        hint="In ComfyUI, choose Workflow → Export (API), and paste the file here."
        className="[&_textarea]:min-h-20 [&_textarea]:font-mono [&_textarea]:text-xs"
        spellCheck={false}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <div>
        <Button tone="secondary" size="sm" disabled={text.trim() === ''} onClick={use}>
          {action}
        </Button>
      </div>
    </div>
  );
}

/** Suggestions for the fields of a route with a workflow: the inputs that come from no other node. */
export function InputSuggestions({ id, workflow }: { id: string; workflow: unknown }) {
  const graph = graphAt(workflow);
  if (!graph) return null;
  return (
    <datalist id={id}>
      {Object.entries(graph).flatMap(([node, { inputs }]) =>
        Object.entries(inputs)
          .filter(([, value]) => linkOf(value) === null)
          .map(([name]) => <option key={`${node}.${name}`} value={`${node}.${name}`} label={nodeName(graph, node)} />),
      )}
    </datalist>
  );
}

export const inputName = (name: string) => (name === 'reference' ? 'File prefix' : parameterName(name));

function graphAt(workflow: unknown): WorkflowGraph | undefined {
  return fieldsOf(workflow).graph as WorkflowGraph | undefined;
}

function nodeName(graph: WorkflowGraph, id: string): string {
  const node = graph[id];
  const title = node?._meta?.title;
  return `${id}: ${title && title !== node.class_type ? `${title} (${node.class_type})` : node?.class_type}`;
}
