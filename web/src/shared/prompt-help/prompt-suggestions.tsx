import { t } from '@lingui/core/macro';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Plus } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { insertPhrase, missingAspects } from './suggestions';

interface PromptSuggestionsProps {
  value: string;
  onChange: (prompt: string) => void;
  /** The prompt's text field. Phrases are inserted at its cursor. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Phrases for what the prompt does not describe yet: subject, movement, light and camera. */
export function PromptSuggestions({ value, onChange, field }: PromptSuggestionsProps) {
  const id = useId();
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
  return (
    <div role="group" aria-labelledby={`${id}-title`} className="grid gap-3">
      <p id={`${id}-title`} className="text-sm font-semibold">
        {t`Add to your prompt`}
      </p>
      {aspects.map(({ id: aspect, name, phrases }) => (
        <div key={aspect} className="grid gap-1.5 sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:items-baseline">
          <p id={`${id}-${aspect}`} className="text-sm text-muted">
            {name}
          </p>
          <ul aria-labelledby={`${id}-${aspect}`} className="flex flex-wrap gap-2">
            {phrases.map((phrase) => (
              <li key={phrase}>
                <button
                  type="button"
                  aria-label={t`Add “${phrase}”`}
                  disabled={characterCount(insertPhrase(value, value.length, phrase).prompt) > MAX_PROMPT_CHARACTERS}
                  onClick={() => insert(phrase)}
                  className="inline-flex min-h-9 items-center gap-1.5 rounded-control border border-edge bg-surface px-3 text-left text-sm transition-colors hover:border-ink hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-50"
                >
                  <Plus className="size-3.5 shrink-0" aria-hidden />
                  <span lang="en">{phrase}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
