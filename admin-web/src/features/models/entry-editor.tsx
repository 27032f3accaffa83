import type { ShownModel } from '@luit/contracts/http/models';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { isReason, ReasonField } from '../../components/reason-field';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { ChangesList } from './changes-list';
import { changesOf } from './entry-changes';
import { usePublishModel } from './use-publish-model';

interface Draft {
  text: string;
  /** What the operator saw when editing began. A background refresh must not change it. */
  base: Pick<ShownModel, 'revision' | 'entry'>;
}

/** The entry in force as JSON. A change is compared with it and published with a reason; refused values are named by their path. */
export function EntryEditor({ model }: { model: ShownModel }) {
  const canChange = useCan('prices.change');
  const publish = usePublishModel(model.id);
  // Null while nothing is edited.
  const [draft, setDraft] = useState<Draft | null>(null);
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: ({ base, entry }: { base: Draft['base']; entry: unknown }) =>
      publish({ entry, expectedRevision: base.revision, reason: reason.trim() }),
    onSuccess: () => {
      setDraft(null);
      setReason('');
    },
  });
  const base = draft?.base ?? model;
  const text = draft?.text ?? JSON.stringify(model.entry, null, 2);
  const { entry, fault } = parsed(text);
  const edit = (next: Draft | null) => {
    save.reset();
    setDraft(next);
  };
  const isChanged = draft !== null && (fault !== undefined || changesOf(base.entry, entry).length > 0);
  // While it is saved, the newer revision may be its own.
  const isOutdated = draft !== null && base.revision !== model.revision && !save.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft && entry !== undefined && isReason(reason)) save.mutate({ base, entry });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 p-4">
      <Textarea
        label="Entry as JSON"
        hint={canChange ? 'Accepted jobs keep the revision that they were priced with.' : undefined}
        spellCheck={false}
        readOnly={!canChange}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        value={text}
        error={fault}
        onChange={(event) => edit({ text: event.target.value, base })}
      />
      {save.error && <Refusal error={save.error} />}
      {isOutdated && <Outdated model={model} base={base} onCompare={() => edit({ text, base: model })} />}
      {isChanged && (
        <>
          {fault === undefined && (
            <div className="grid gap-2">
              <h3 className="font-semibold">{`Changes to revision ${base.revision}`}</h3>
              <ChangesList label={`Changes to revision ${base.revision}`} before={base.entry} after={entry} />
            </div>
          )}
          <ReasonField value={reason} onChange={setReason} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button tone="secondary" onClick={() => edit(null)}>
              Discard changes
            </Button>
            <Button
              type="submit"
              busy={save.isPending}
              disabled={fault !== undefined || isOutdated || !isReason(reason)}
            >
              Publish
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The faults by their path, or why nothing was published. */
function Refusal({ error }: { error: Error }) {
  const isInvalid = error instanceof AdminError && error.status === 400;
  const faults = isInvalid ? Object.entries(error.details) : [];
  if (faults.length === 0) return <Alert tone="danger">{errorMessage(error)}</Alert>;
  return (
    <Alert tone="danger">
      <p>Nothing was published. These values are refused:</p>
      <ul className="mt-2 grid gap-2">
        {faults.map(([path, message]) => (
          <li key={path}>
            <code className="font-semibold wrap-anywhere">{path}</code> <span>{String(message)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface OutdatedProps {
  model: ShownModel;
  base: Draft['base'];
  onCompare: () => void;
}

/** Someone published while this entry was edited. Both must be compared before one replaces the other. */
function Outdated({ model: { revision, entry, revisions }, base, onCompare }: OutdatedProps) {
  const latest = revisions.find((each) => each.revision === revision);
  return (
    <div className="grid gap-3 rounded-control border border-edge p-4">
      <p role="status" className="font-semibold">
        {`${latest?.published_by ?? 'Someone'} published revision ${revision} in the meantime: ${latest?.reason ?? ''}`}
      </p>
      <ChangesList label={`What revision ${revision} changed`} before={base.entry} after={entry} />
      <div>
        <Button tone="secondary" size="sm" onClick={onCompare}>
          {`Compare my entry with revision ${revision}`}
        </Button>
      </div>
    </div>
  );
}

function parsed(text: string): { entry?: unknown; fault?: string } {
  try {
    return { entry: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
