import { Button } from '@luit/ui/button';
import { useState } from 'react';
import { TryDialog } from './try-dialog';
import type { EntryDraft } from './use-entry-draft';

/** Opens the dialog that runs the edited entry once. */
export function TryButton({ draft: { entry, isValid } }: { draft: EntryDraft }) {
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <Button tone="secondary" size="sm" disabled={!isValid} onClick={() => setTrying(true)}>
        Try it …
      </Button>
      {isTrying && <TryDialog entry={entry} onClose={() => setTrying(false)} />}
    </>
  );
}
