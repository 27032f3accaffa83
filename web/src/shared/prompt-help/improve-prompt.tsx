import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Sparkles, Undo2 } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useServices } from '../../lib/services';
import { useIntent } from '../../lib/use-intent';
import { improvePrompt, promptHelpQuery } from './improve-prompt-call';
import { SuggestedPrompt } from './suggested-prompt';

interface ImprovePromptProps {
  value: string;
  onChange: (prompt: string) => void;
  /** The prompt's text field, which gets the focus when the user has decided. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Asks the site's language model for a better wording and shows it as a diff. Not rendered on sites without a model. */
export function ImprovePrompt({ value, onChange, field }: ImprovePromptProps) {
  const { api } = useServices();
  const { data: help } = useQuery(promptHelpQuery(api));
  const improvement = useIntent('improve prompt', (prompt: string) => improvePrompt(api, prompt));
  const [replaced, setReplaced] = useState<{ from: string; to: string } | null>(null);
  if (!help?.canImprove) return null;
  // A suggestion is discarded if the user has edited the prompt meanwhile.
  const isCurrent = improvement.variables === value;
  const suggestion = isCurrent ? improvement.data : undefined;

  const decide = (prompt: string) => {
    improvement.reset();
    if (prompt !== value) onChange(prompt);
    field.current?.focus();
  };
  const use = (prompt: string) => {
    setReplaced({ from: value, to: prompt });
    decide(prompt);
  };
  const undo = (prompt: string) => {
    setReplaced(null);
    decide(prompt);
  };

  if (suggestion !== undefined && suggestion !== value)
    return <SuggestedPrompt from={value} to={suggestion} onUse={() => use(suggestion)} onKeep={() => decide(value)} />;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="secondary"
          size="sm"
          busy={isCurrent && improvement.isPending}
          disabled={value.trim() === ''}
          icon={<Sparkles className="size-4" aria-hidden />}
          onClick={() => improvement.mutate(value)}
        >
          {t`Improve my prompt`}
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-label text-muted">{t`Sends your prompt to a language model. You decide what to keep.`}</p>
      </div>
      {isCurrent && improvement.isError && (
        <Alert tone="danger" onDismiss={improvement.reset}>
          {improvement.error.message}
        </Alert>
      )}
      {suggestion !== undefined && <Alert>{t`The model has nothing to add to your prompt.`}</Alert>}
      {replaced?.to === value && (
        <Alert
          tone="success"
          action={
            <Button
              tone="ghost"
              size="sm"
              icon={<Undo2 className="size-4" aria-hidden />}
              onClick={() => undo(replaced.from)}
            >
              {t`Restore my prompt`}
            </Button>
          }
        >
          {t`Your prompt was replaced by the suggestion.`}
        </Alert>
      )}
    </div>
  );
}
