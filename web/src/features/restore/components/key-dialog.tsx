import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { PasswordInput } from '@luit/ui/password-input';
import { useState } from 'react';
import { readKey, saveKey } from '../../../lib/provider-key';

interface KeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

export function KeyDialog({ isOpen, onClose, onSaved }: KeyDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Your API key`}
      description={t`Copy an API token from your account settings on replicate.com. We keep it in this browser and use it only for your restorations.`}
    >
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
        label={t`API key`}
        autoComplete="off"
        spellCheck={false}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button type="submit" tone="primary" disabled={key.trim() === ''}>
        {t`Save key`}
      </Button>
    </form>
  );
}
