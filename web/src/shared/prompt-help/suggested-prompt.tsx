import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Suspense, useEffect, useId, useRef } from 'react';
import { lazyPart } from '../../lib/lazy-part';

const PromptDiff = lazyPart(() => import('./prompt-diff'), 'line');

interface SuggestedPromptProps {
  from: string;
  to: string;
  onUse: () => void;
  onKeep: () => void;
}

/** A suggested prompt as a diff against the user's own one. Takes the focus, because the button that asked for it is gone. */
export function SuggestedPrompt({ from, to, onUse, onKeep }: SuggestedPromptProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="grid gap-3 rounded-control border border-edge bg-sunken p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`${id}-title`} className="text-sm font-semibold">
          {t`Suggested prompt`}
        </h2>
        <p className="text-sm text-muted">{t`Nothing changes until you use it.`}</p>
      </div>
      <p id={`${id}-text`} className="sr-only">
        {t`New prompt: ${{ prompt: to }}`}
      </p>
      {/* Screen readers read the new prompt instead: interleaved words of both would be hard to follow. */}
      <p dir="auto" aria-hidden className="leading-relaxed break-words whitespace-pre-wrap">
        <Suspense fallback={to}>
          <PromptDiff from={from} to={to} />
        </Suspense>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onUse}>
          {t`Use this prompt`}
        </Button>
        <Button tone="secondary" size="sm" onClick={onKeep}>
          {t`Keep mine`}
        </Button>
      </div>
    </section>
  );
}
