import { t } from '@lingui/core/macro';
import { MAX_COLLECTION_NAME_CHARACTERS } from '@luit/contracts/generation/limits';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { libraryCopy } from '../copy';

interface CollectionNameFormProps {
  label: string;
  /** The name so far. */
  name?: string;
  action: string;
  change: {
    mutate: (name: string, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
  onDone?: () => void;
  onCancel?: () => void;
}

export function CollectionNameForm({ label, name = '', action, change, onDone, onCancel }: CollectionNameFormProps) {
  const [text, setText] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const done = () => {
      setText('');
      onDone?.();
    };
    change.mutate(text.trim(), { onSuccess: done });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Input
        label={label}
        value={text}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_COLLECTION_NAME_CHARACTERS}
        error={change.error ? messageOf(change.error, libraryCopy.collectionNotSaved) : undefined}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 grow basis-48"
      />
      {/* Beside the field, not its label. */}
      <span className="flex gap-2 pt-7">
        {onCancel && (
          <Button tone="secondary" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button type="submit" busy={change.isPending} disabled={text.trim() === ''}>
          {action}
        </Button>
      </span>
    </form>
  );
}
