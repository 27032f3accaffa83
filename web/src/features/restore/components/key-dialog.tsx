import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { PasswordInput } from '@luit/ui/password-input';
import { useState } from 'react';
import { restoreCopy } from '../copy';
import { readKey, saveKey } from '../../../lib/provider-key';

interface KeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

export function KeyDialog({ isOpen, onClose, onSaved }: KeyDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={restoreCopy.keyTitle} description={restoreCopy.keyText}>
      <KeyForm onSaved={onSaved} />
    </Dialog>
  );
}

function KeyForm({ onSaved }: { onSaved: () => void }) {
  const [key, setKey] = useState(readKey);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // In the React tree the dialog is inside the page's form, which must not receive this event.
        event.stopPropagation();
        if (saveKey(key)) onSaved();
      }}
    >
      <PasswordInput
        label={restoreCopy.keyLabel}
        autoComplete="off"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button type="submit" tone="primary" disabled={key.trim() === ''}>
        {restoreCopy.keySave}
      </Button>
    </form>
  );
}
