import { samplePrompts } from '../../../shared/examples/sample-prompts';
import { t } from '@lingui/core/macro';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { buttonClass } from '@luit/ui/button';
import { useEffect, useId, useRef, useState } from 'react';
import { useStartVideo } from '../../../shared/drafts/use-start-video';

/** Lets visitors write a prompt before they sign up. */
export function PromptBox() {
  const id = useId();
  const start = useStartVideo();
  const [prompt, setPrompt] = useState('');
  const textarea = useRef<HTMLTextAreaElement>(null);
  // Keeps the text that was typed into the prerendered page before hydration.
  useEffect(() => {
    if (textarea.current) setPrompt(textarea.current.value);
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Reads the element, because a replayed click arrives before the state contains the text typed before hydration.
        start({ prompt: textarea.current?.value ?? prompt });
      }}
      className="max-w-2xl"
    >
      <div className="rounded-card border border-[#f2b632]/55 bg-[#04151a]/88 p-2 shadow-float transition-colors focus-within:border-[#f2b632]">
        <label htmlFor={id} className="block px-3.5 pt-2.5 text-label text-[#f4c453] eyebrow">
          {t`What do you want to see?`}
        </label>
        <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
          <textarea
            ref={textarea}
            id={id}
            name="prompt"
            rows={2}
            maxLength={MAX_PROMPT_CHARACTERS}
            value={prompt}
            placeholder={t`Describe the subject, setting, movement and light`}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.shiftKey || event.key !== 'Enter') return;
              event.preventDefault();
              start({ prompt });
            }}
            className="max-h-56 min-h-18 flex-1 resize-none bg-transparent px-3.5 py-2 text-lg text-[#fdf4dc] outline-none field-sizing-content placeholder:text-[#9db4b1]"
          />
          <button type="submit" className={buttonClass('accent', 'lg', 'shrink-0')}>
            {t`Make a video`}
          </button>
        </div>
      </div>
      <div role="group" aria-label={t`Or start with an example`} className="mt-3.5 flex flex-wrap gap-2">
        {[
          { name: t`Boat at dawn`, prompt: samplePrompts.boat },
          { name: t`Tea garden in the rain`, prompt: samplePrompts.teaGarden },
          { name: t`Loom at night`, prompt: samplePrompts.loom },
        ].map((example) => (
          <button
            key={example.name}
            type="button"
            onClick={() => {
              setPrompt(example.prompt);
              textarea.current?.focus();
            }}
            className="min-h-9 rounded-control border border-[#7d9a9b]/70 bg-[#06181d]/70 px-3 text-sm font-medium text-[#e9f1ed] transition-colors hover:border-[#f2b632]"
          >
            {example.name}
          </button>
        ))}
      </div>
      <p className="mt-4 text-sm text-[#c4d3cf]">{t`You pay only for videos that succeed. If one fails, your credits are returned automatically.`}</p>
    </form>
  );
}
