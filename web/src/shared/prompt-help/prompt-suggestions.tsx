import { t } from '@lingui/core/macro';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { insertPhrase, missingAspects } from './suggestions';

interface PromptSuggestionsProps {
  value: string;
  onChange: (prompt: string) => void;
  /** The prompt's text field. Phrases are inserted at its cursor. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Phrases for what the prompt does not describe yet: subject, movement, light and camera. */
export function PromptSuggestions({ value, onChange, field }: PromptSuggestionsProps) {
  const cursor = useRef<number | null>(null);
  // The field has the new text only after this render.
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  }, [value, field]);
  const insert = (phrase: string) => {
    const next = insertPhrase(value, field.current?.selectionEnd ?? value.length, phrase);
    cursor.current = next.cursor;
    onChange(next.prompt);
  };
  const aspects = missingAspects(value);
  if (aspects.length === 0) return null;
  // One row: fewer of each while much is missing.
  const shown = Math.max(1, Math.floor(4 / aspects.length));
  return (
    <ul aria-label={t`Add to your prompt`} className="flex flex-wrap gap-1.5">
      {aspects.flatMap(({ id, name, phrases }) =>
        phrases.slice(0, shown).map((phrase) => (
          <li key={`${id} ${phrase}`}>
            <button
              type="button"
              title={name}
              aria-label={t`Add “${phrase}”`}
              disabled={characterCount(insertPhrase(value, value.length, phrase).prompt) > MAX_PROMPT_CHARACTERS}
              onClick={() => insert(phrase)}
              className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-full bg-sunken px-2.5 text-left text-label text-muted transition-colors hover:text-ink disabled:cursor-not-allowed disabled:opacity-50"
            >
              <Plus className="size-3.5 shrink-0" aria-hidden />
              {phrase}
            </button>
          </li>
        )),
      )}
    </ul>
  );
}
