import type { RouteState } from '@luit/contracts/generation/model-editor';
import type { ShownModel } from '@luit/contracts/http/models';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useEffect, useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { ChangesList } from './changes-list';
import { EDITOR_CLASS, EditorBar } from './editor-bar';
import { changesOf } from './entry-changes';
import { EntryTabs } from './entry-tabs';
import { isLoss, LossNotice, useLoss } from './loss-notice';
import { RevisionsTable } from './revisions-table';
import { TryButton } from './try-button';
import { type Edited, useEntryDraft } from './use-entry-draft';
import { usePublishModel } from './use-publish-model';

type Base = Pick<ShownModel, 'revision' | 'entry'>;

interface EntryEditorProps {
  model: ShownModel;
  others: { id: string; name: string }[];
  health: RouteState[];
  drafts: KeptDrafts;
}

/** Edits that were left for another model, by the id of their model, with what they are compared with. */
export type KeptDrafts = Map<string, { base: Base; edited: Edited }>;

/** The entry in force as forms and as JSON. A change is compared with it and published with a reason. */
export function EntryEditor({ model, others, health, drafts }: EntryEditorProps) {
  const canChange = useCan('prices.change');
  const publish = usePublishModel(model.id);
  // What the operator saw when editing began. A background refresh must not change it.
  const kept = drafts.get(model.id);
  const [base, setBase] = useState<Base>(kept?.base ?? model);
  const [isPublishing, setPublishing] = useState(false);
  const loss = useLoss();
  const draft = useEntryDraft(base.entry, kept?.edited);
  const { edited } = draft;
  useEffect(() => {
    if (edited) drafts.set(model.id, { base, edited });
    else drafts.delete(model.id);
  }, [drafts, model.id, base, edited]);
  const isOutdated = base.revision !== model.revision;
  if (isOutdated && !draft.isEdited) setBase(model);
  const isChanged = draft.isEdited && changesOf(base.entry, draft.entry).length > 0;
  const save = async (reason: string) => {
    try {
      const publication = { entry: draft.entry, expectedRevision: base.revision, reason };
      await loss.confirm((accepted) => publish({ ...publication, ...accepted }));
      draft.discard();
    } catch (error) {
      if (isLoss(error)) throw error;
      draft.refuse(error);
      setPublishing(false);
    }
  };
  return (
    <div className={EDITOR_CLASS}>
      {isOutdated && draft.isEdited && !isPublishing && (
        <Outdated model={model} base={base} onCompare={() => setBase(model)} />
      )}
      <Card className="mb-5 overflow-clip">
        <EntryTabs
          draft={draft}
          isNew={false}
          canChange={canChange}
          others={others}
          health={health}
          history={<RevisionsTable model={model} />}
        />
      </Card>
      {canChange && (
        <EditorBar draft={draft} base={base}>
          {draft.isEdited && (
            <Button tone="ghost" size="sm" onClick={draft.discard}>
              Discard
            </Button>
          )}
          <TryButton draft={draft} />
          <Button size="sm" disabled={!isChanged || isOutdated || !draft.isValid} onClick={() => setPublishing(true)}>
            Publish …
          </Button>
        </EditorBar>
      )}
      {isPublishing && (
        <ReasonedDialog
          title={`Publish revision ${base.revision + 1}?`}
          description="It applies to new jobs at once. Accepted jobs keep the revision that they were priced with."
          confirmLabel="Publish"
          isDisabled={loss.isOpen}
          onClose={() => setPublishing(false)}
          onConfirm={save}
        >
          <div className="max-h-[40dvh] overflow-y-auto">
            <ChangesList label={`Changes to revision ${base.revision}`} before={base.entry} after={draft.entry} />
          </div>
          <LossNotice loss={loss} />
        </ReasonedDialog>
      )}
    </div>
  );
}

interface OutdatedProps {
  model: ShownModel;
  base: Base;
  onCompare: () => void;
}

/** Someone published while this entry was edited. Both must be compared before one replaces the other. */
function Outdated({ model: { revision, entry, revisions }, base, onCompare }: OutdatedProps) {
  const latest = revisions.find((each) => each.revision === revision);
  return (
    <div className="mb-5 grid gap-3 rounded-card border border-edge bg-surface p-4">
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
