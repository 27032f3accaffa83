import { Trans } from '@lingui/react/macro';
import { Button } from '@luit/ui/button';
import { isEnterPress } from '@luit/ui/enter-key';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useShortfall } from '../../credits/api/get-balance';
import { CreditForecast } from '../../credits/components/credit-forecast';
import { MissingCredits } from '../../credits/components/missing-credits';
import type { ChargedNoun } from '../../credits/shortfall-text';
import { OutcomeAlert } from '../../requests/components/outcome-alert';
import type { OutcomeNotice } from '../../requests/outcome-notice';
import { commandKey, hasCommandKey } from '../command-key';

interface ComposerFrameProps {
  onSubmit: () => void;
  /** Why the last start failed. */
  notice: OutcomeNotice | null;
  /** Credits that it spends; 0 where it is paid otherwise. */
  cost: number;
  noun: ChargedNoun;
  /** A direct purchase to offer where credits are missing. */
  purchase?: { prompt: string; planId: string | undefined } | undefined;
  controls: ReactNode;
  button: { text: string; Icon: LucideIcon; isBusy: boolean; isDisabled: boolean };
  /** What it starts from: slots of images, a prompt. */
  children: ReactNode;
}

/**
 * A form of the studio: what a job starts from, one row of controls, and the button with the price beside the balance. Enter with ⌘ or Ctrl
 * submits it from every field.
 */
export function ComposerFrame({
  onSubmit,
  notice,
  cost,
  noun,
  purchase,
  controls,
  button,
  children,
}: ComposerFrameProps) {
  const { text, Icon, isBusy, isDisabled } = button;
  const hasShortfall = useShortfall(cost) > 0;
  const modifier = commandKey();
  const [isPromptHeld, setPromptHeld] = useState(false);
  return (
    <form
      // A press takes the focus from the prompt. If the prompt closed before the click, the pressed button would move away from it.
      onPointerDown={() => setPromptHeld(document.activeElement instanceof HTMLTextAreaElement)}
      onPointerCancel={() => setPromptHeld(false)}
      onClick={() => setPromptHeld(false)}
      data-prompt-held={isPromptHeld || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (!isEnterPress(event.nativeEvent) || !hasCommandKey(event)) return;
        event.preventDefault();
        onSubmit();
      }}
      className="flex max-h-[calc(100dvh-5.5rem)] flex-col gap-2"
    >
      {notice && <OutcomeAlert notice={notice} cost={cost} />}
      <div className="flex min-h-0 flex-col rounded-card border border-edge bg-surface shadow-float has-[textarea:focus-visible]:border-ink">
        {/* What does not fit above a keyboard scrolls; the controls and the button stay. */}
        <div className="min-h-14 overflow-y-auto">
          {children}
          <div className="px-2.5 pt-2 empty:hidden">
            <MissingCredits cost={cost} noun={noun} purchase={purchase} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2 p-2.5 pt-1.5 lg:flex-nowrap lg:gap-4">
          {controls}
          <Button
            type="submit"
            // Only one primary button: buy the missing credits, or generate.
            tone={hasShortfall ? 'secondary' : 'accent'}
            className="px-4! py-1 text-sm! leading-tight whitespace-normal! max-lg:w-full lg:max-w-80 lg:shrink-0"
            busy={isBusy}
            disabled={isDisabled}
            icon={<Icon className="size-5 shrink-0" aria-hidden />}
          >
            {text}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-3 text-label text-muted">
        <CreditForecast cost={cost} noun={noun} />
        <span aria-hidden className="pointer-coarse:hidden">
          <Trans>{modifier} Enter generates</Trans>
        </span>
      </div>
    </form>
  );
}
