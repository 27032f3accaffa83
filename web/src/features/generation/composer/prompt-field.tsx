import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { useId, type ReactNode, type RefObject } from 'react';
import { formatNumber } from '../../../lib/format';
import { ImprovePrompt } from '../../../shared/prompt-help/improve-prompt';
import { PromptSuggestions } from '../../../shared/prompt-help/prompt-suggestions';

interface PromptFieldProps {
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  tips: ReactNode;
  /** What the prompt continues or is combined with, in front of it. */
  chips: ReactNode;
  /** Suggestions are of what a video needs. */
  hasSuggestions: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (prompt: string) => void;
}

/**
 * The prompt: two lines that grow to six. On a phone it is one line that opens while its group `prompt` has the focus or is held open, and
 * with it the help, which is a row of its own in that group.
 */
export function PromptField({ label, placeholder, value, error, field, onChange, ...rest }: PromptFieldProps) {
  const { tips, chips, hasSuggestions } = rest;
  const id = useId();
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-56 content-start gap-1.5">
        <div className="empty:hidden">{chips}</div>
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          value={value}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          className="block field-sizing-content w-full resize-none overflow-y-auto border-y-8 border-transparent bg-transparent px-1 wrap-anywhere outline-none placeholder:text-muted max-sm:h-11 max-sm:group-focus-within/prompt:h-[38dvh] max-sm:in-data-prompt-held:h-[38dvh] sm:max-h-[calc(6lh+1rem)] sm:min-h-[calc(2lh+1rem)]"
        />
        {error && (
          <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="order-last flex basis-full items-end justify-between gap-4 max-sm:hidden max-sm:group-focus-within/prompt:flex max-sm:in-data-prompt-held:flex">
        <div className="grid min-w-0 gap-1.5">
          {hasSuggestions && <PromptSuggestions value={value} onChange={onChange} field={field} />}
          {hasSuggestions && <ImprovePrompt value={value} onChange={onChange} field={field} />}
          {tips && <p className="px-1 text-label text-muted">{tips}</p>}
        </div>
        <p id={`${id}-hint`} className="px-1 py-1.5 text-label whitespace-nowrap text-muted tabular-nums">
          {formatNumber(characterCount(value))} / {formatNumber(MAX_PROMPT_CHARACTERS)}
        </p>
      </div>
    </>
  );
}
