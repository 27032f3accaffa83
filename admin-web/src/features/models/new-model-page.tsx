import type { ShownModel } from '@luit/contracts/http/models';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useServices } from '../../lib/services';
import { EDITOR_CLASS, EditorBar } from './editor-bar';
import { EntryTabs } from './entry-tabs';
import { ImportForm } from './import-form';
import { modelQuery } from './models-query';
import { BLANK_ENTRY, copyOf } from './new-entry';
import { TryButton } from './try-button';
import { type EntryDraft, useEntryDraft } from './use-entry-draft';

/** Adds a model as a draft: from scratch, from what a vendor publishes, or as a copy of another one. */
export default function NewModelPage() {
  const [search] = useSearchParams();
  const copied = search.get('copy');
  const { client } = useServices();
  const query = useQuery({ ...modelQuery(client, copied ?? ''), enabled: copied !== null });
  return (
    <>
      <PageHeader
        title="New model"
        back={<BackLink to="/models">Models</BackLink>}
        description="It is stored as a draft, which nobody is offered. Publishing it puts it on sale."
      />
      {copied === null ? (
        <ImportedEntry />
      ) : (
        <QueryPanel query={query} loading="Loading the model">
          {({ model }) => <NewEntry initial={copyOf(model.entry)} />}
        </QueryPanel>
      )}
    </>
  );
}

/** From scratch, or from what a vendor publishes. */
function ImportedEntry() {
  const [proposals, setProposals] = useState<unknown[]>([]);
  return (
    <>
      <ImportForm onPropose={(entry) => setProposals((earlier) => [...earlier, entry])} />
      <NewEntry key={proposals.length} initial={proposals.at(-1) ?? BLANK_ENTRY} />
    </>
  );
}

const NONE: EntryDraft['problems'] = new Map();

function NewEntry({ initial }: { initial: unknown }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  // A copy is made once: reading the model again must not replace what was edited.
  const [first] = useState(initial);
  const draft = useEntryDraft(first);
  const isUntouched = first === BLANK_ENTRY && !draft.isEdited;
  const save = async (reason: string) => {
    try {
      const { model } = await client.send<{ model: ShownModel }>('POST', '/api/admin/models', {
        entry: draft.entry,
        reason,
      });
      await cache.invalidateQueries({ queryKey: ['models'] });
      toast.success(`${model.name} was added as a draft`);
      await navigate(`/models/${encodeURIComponent(model.id)}`);
    } catch (error) {
      draft.refuse(error);
      setSaving(false);
    }
  };
  return (
    <div className={EDITOR_CLASS}>
      <Card className="mb-5 overflow-clip">
        <h2 className="sr-only">Entry of the model</h2>
        <EntryTabs
          draft={draft}
          problems={isUntouched ? NONE : draft.problems}
          isNew
          canChange
          others={[]}
          health={[]}
        />
      </Card>
      <EditorBar draft={draft} base={null}>
        <TryButton draft={draft} />
        <Button size="sm" disabled={!draft.isValid} onClick={() => setSaving(true)}>
          Save draft …
        </Button>
      </EditorBar>
      {isSaving && (
        <ReasonedDialog
          title="Save this draft?"
          description="Nobody is offered it before it is published."
          confirmLabel="Save draft"
          onClose={() => setSaving(false)}
          onConfirm={save}
        />
      )}
    </div>
  );
}
