import { characterCount } from '@luit/contracts/messages/character-count';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/limits';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Textarea } from '@luit/ui/textarea';
import { Clapperboard } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { planCopy } from '../../../shared/plans/copy';
import { formatCredits, formatNumber } from '../../../lib/format';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { generationCopy, generationMessages } from '../copy';
import type { GenerationNotice } from '../generation-notice';
import { lengthProblem, promptProblem } from '../prompt-problem';
import { CreditForecast } from '../../../shared/credits/components/credit-forecast';

interface PromptFormProps {
  plans: VideoPlan[];
  initialPrompt: string;
  initialPlanId?: string;
  /** Why the previous request failed or could not start. */
  notice: GenerationNotice | null;
  /** Whether the inputs above the prompt are complete. */
  isReady?: boolean;
  /** Called instead of `onSubmit` while they are not. */
  onNotReady?: () => void;
  promptHint?: string;
  /** Shown above the submit button. */
  hint?: ReactNode;
  /** Rendered above the prompt. */
  children?: ReactNode;
  onSubmit: (prompt: string, plan: VideoPlan) => void;
  /** Called with the form's content on every change. */
  onDraft?: (draft: { prompt: string; planId?: string }) => void;
}

export function PromptForm({ plans, initialPrompt, notice, isReady = true, onSubmit, ...rest }: PromptFormProps) {
  const { promptHint = generationCopy.promptHint, hint, children, initialPlanId, onDraft, onNotReady } = rest;
  const [prompt, setPrompt] = useState(initialPrompt);
  const [chosen, setChosen] = useState<string | undefined>(
    () => (plans.find(({ id }) => id === initialPlanId) ?? plans.find(({ popular }) => popular))?.id,
  );
  const plan = plans.find(({ id }) => id === chosen);
  // Only one primary button: buy the missing credits, or generate.
  const hasShortfall = useShortfall(plan?.credits ?? 0) > 0;
  const [isChecked, setChecked] = useState(false);
  const promptError = isChecked ? promptProblem(prompt) : lengthProblem(prompt);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const submit = () => {
    setChecked(true);
    if (!isReady) onNotReady?.();
    else if (promptProblem(prompt)) promptField.current?.focus();
    else if (plan) onSubmit(prompt, plan);
  };
  const changePrompt = (text: string) => {
    setPrompt(text);
    setChecked(false);
    onDraft?.({ prompt: text, planId: chosen });
  };
  const choosePlan = (planId: string) => {
    setChosen(planId);
    onDraft?.({ prompt, planId });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]"
    >
      <Card className="grid gap-7 p-5 sm:p-8">
        {notice && <Notice notice={notice} />}
        {children}
        <Textarea
          label={planCopy.promptLabel}
          rows={5}
          dir="auto"
          ref={promptField}
          error={promptError}
          value={prompt}
          placeholder={planCopy.promptPlaceholder}
          onChange={(event) => changePrompt(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
          hint={
            <span className="flex justify-between gap-4">
              <span>{promptHint}</span>
              <span className="whitespace-nowrap tabular-nums">
                {formatNumber(characterCount(prompt))} / {formatNumber(MAX_PROMPT_CHARACTERS)}
              </span>
            </span>
          }
        />
        <RadioCardGroup
          legend={planCopy.plansLegend}
          error={isChecked && !plan ? generationMessages.planMissing : undefined}
        >
          {plans.map((item) => (
            <RadioCard
              key={item.id}
              name="plan"
              value={item.id}
              label={`${item.name}, ${item.duration} seconds, ${item.quality}, ${formatCredits(item.credits)}`}
              checked={item.id === chosen}
              onChoose={choosePlan}
            >
              <span className="flex flex-wrap items-center gap-2 pr-8 font-semibold">
                {item.name} {item.popular && <Badge tone="accent">Popular</Badge>}
              </span>
              <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
                <span>
                  {item.duration} s, {item.quality}
                </span>
                <span className="font-semibold text-ink tabular-nums">{formatCredits(item.credits)}</span>
              </span>
            </RadioCard>
          ))}
        </RadioCardGroup>
      </Card>
      <Card as="section" aria-label="Price" className="grid gap-6 p-5 sm:p-6 lg:sticky lg:top-28">
        <CreditForecast cost={plan?.credits ?? 0} purchase={children ? undefined : { prompt, planId: chosen }} />
        {hint && <Alert>{hint}</Alert>}
        <Button
          type="submit"
          tone={hasShortfall ? 'secondary' : 'accent'}
          className="min-h-13 w-full px-3! text-sm! whitespace-normal!"
          disabled={prompt === '' || lengthProblem(prompt) !== undefined || !plan || !isReady}
          icon={<Clapperboard className="size-5 shrink-0" aria-hidden />}
        >
          {plan ? generationCopy.generate(plan.duration, plan.credits) : generationCopy.generateNoPlan}
        </Button>
      </Card>
    </form>
  );
}

function Notice({ notice: { tone, title, text, canRetry } }: { notice: GenerationNotice }) {
  return (
    <Alert
      tone={tone}
      action={
        canRetry && (
          <Button type="submit" size="sm" tone="secondary">
            {generationCopy.retry}
          </Button>
        )
      }
    >
      {title && <p>{title}</p>}
      {text && <p className={title && 'font-normal'}>{text}</p>}
    </Alert>
  );
}
