import { t } from '@lingui/core/macro';
import { characterCount } from '@luit/contracts/messages/character-count';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Textarea } from '@luit/ui/textarea';
import { Clapperboard } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { formatCredits, formatNumber, formatSeconds } from '../../../lib/format';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import type { NewVideo } from '../use-generation';
import { useImageRatio } from '../use-image-ratio';
import { useOfferedModels } from '../use-offered-models';
import { chosenValues, creditsOf, planOf, sentOptions, valuesOfPlan } from '../video-options';
import { LengthAndQuality } from './length-and-quality';
import { VideoControls } from './video-controls';
import { lengthProblem, promptProblem } from '../prompt-problem';
import type { Example } from '../../../shared/examples/examples';
import { StartFromExample } from '../../../shared/examples/start-from-example';
import { ImprovePrompt } from '../../../shared/prompt-help/improve-prompt';
import { PromptSuggestions } from '../../../shared/prompt-help/prompt-suggestions';
import { CreditForecast } from '../../../shared/credits/components/credit-forecast';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import type { Draft, DraftOptions } from '../../../shared/drafts/draft-store';
import { OutcomeAlert } from '../../../shared/requests/components/outcome-alert';
import type { OutcomeNotice } from '../../../shared/requests/outcome-notice';
import { StudioForm } from '../../../shared/studio/components/studio-form';
import { SubmitBar } from '../../../shared/studio/components/submit-bar';
import { BOAT_AT_DAWN } from '../../../shared/examples/sample-prompts';

/** The image that a video ends with, for models that support it. */
export interface LastFrame {
  file: File | null;
  picker: ReactNode;
}

/** Images of what the video shows, for models that take them. */
export interface References {
  files: File[];
  picker: (most: number) => ReactNode;
}

interface PromptFormProps {
  plans: VideoPlan[];
  draft: Draft;
  /** Whether the server has yet to accept the last order. */
  isStarting: boolean;
  /** Why the previous request failed or could not start. */
  notice: OutcomeNotice | null;
  /** Whether the inputs above the prompt are complete. */
  isReady?: boolean;
  /** Called instead of `onSubmit` while they are not. */
  onNotReady?: () => void;
  promptHint?: string;
  /** Shown above the submit button. */
  hint?: ReactNode;
  /** Rendered above the prompt. */
  children?: ReactNode;
  /** The starting image; omitted for videos from a prompt alone. */
  image?: File | null;
  lastFrame?: LastFrame;
  references?: References;
  onSubmit: (video: NewVideo) => void;
  /** Called with the form's content on every change. */
  onDraft: (draft: Draft) => void;
}

export function PromptForm({
  plans,
  draft,
  notice,
  isStarting,
  isReady = true,
  onSubmit,
  image,
  lastFrame,
  references,
  ...rest
}: PromptFormProps) {
  const {
    promptHint = t`Describe the subject, movement, light and camera.`,
    hint,
    children,
    onDraft,
    onNotReady,
  } = rest;
  const { prompt, options = {}, count = 1 } = draft;
  const ratio = useImageRatio(image ?? null);
  const isExtension = options.extendOf !== undefined;
  const start = image === undefined && !isExtension ? null : { file: image ?? null, ratio };
  const offered = useOfferedModels(options.model, start === null ? 'text' : 'image');
  const { model, choices } = offered;
  const chosenPlan = plans.find(({ id }) => id === draft.planId) ?? plans.find(({ popular }) => popular);
  const values = choices
    ? chosenValues(options, chosenPlan, choices, start)
    : chosenPlan
      ? valuesOfPlan(chosenPlan)
      : {};
  const plan = planOf(plans, values);
  const isChosen = values.duration !== undefined;
  const credits = creditsOf(model, values, chosenPlan);
  const cost = credits * count;
  const noun = count > 1 ? 'videos' : 'video';
  // Only one primary button: buy the missing credits, or generate.
  const hasShortfall = useShortfall(cost) > 0;
  const [isChecked, setChecked] = useState(false);
  const promptError = isChecked ? promptProblem(prompt) : lengthProblem(prompt);
  const hasLastFrame = choices?.hasLastImage ?? false;
  const maxReferences = choices?.references ?? 0;
  const promptField = useRef<HTMLTextAreaElement>(null);
  const submit = () => {
    if (isStarting) return;
    const isValid = isReady && !promptProblem(prompt) && isChosen;
    // After a valid order, the emptied form of the next video shows no errors.
    setChecked(!isValid);
    if (!isReady) onNotReady?.();
    else if (promptProblem(prompt)) promptField.current?.focus();
    else if (isChosen)
      onSubmit({
        ...{ prompt, planId: plan?.id, credits, count, options: sentOptions(options, model, values, start) },
        lastFrame: hasLastFrame ? lastFrame?.file : null,
        references: references?.files.slice(0, maxReferences),
      });
  };
  const changePrompt = (text: string) => {
    setChecked(false);
    onDraft({ ...draft, prompt: text });
  };
  const startFrom = ({ prompt, planId, options: chosen }: Example) => {
    setChecked(false);
    onDraft({ ...draft, prompt, ...(planId && { planId }), options: { ...options, ...chosen } });
  };
  const changeOptions = (changes: DraftOptions) => onDraft({ ...draft, options: { ...options, ...changes } });

  return (
    <StudioForm onSubmit={submit}>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5 sm:p-6">
        {notice && <OutcomeAlert notice={notice} cost={cost} />}
        <div className="contents">{children}</div>
        <Textarea
          label={t`Video prompt`}
          rows={5}
          dir="auto"
          ref={promptField}
          error={promptError}
          value={prompt}
          placeholder={BOAT_AT_DAWN}
          onChange={(event) => changePrompt(event.target.value)}
          hint={
            <span className="flex justify-between gap-4">
              <span>{promptHint}</span>
              <span className="whitespace-nowrap tabular-nums">
                {formatNumber(characterCount(prompt))} / {formatNumber(MAX_PROMPT_CHARACTERS)}
              </span>
            </span>
          }
        />
        <PromptSuggestions value={prompt} onChange={changePrompt} field={promptField} />
        <ImprovePrompt value={prompt} onChange={changePrompt} field={promptField} />
        <LengthAndQuality
          plans={plans}
          plan={plan}
          offered={offered}
          values={values}
          error={isChecked && !isChosen ? t`Please select a video duration plan` : undefined}
          onPlan={(planId) =>
            onDraft({ ...draft, planId, options: { ...options, duration: undefined, resolution: undefined } })
          }
          onChange={changeOptions}
        />
        <VideoControls
          options={options}
          onChange={changeOptions}
          offered={offered}
          values={values}
          image={start}
          images={
            <>
              <div className="contents">{hasLastFrame && lastFrame?.picker}</div>
              <div className="contents">{maxReferences > 0 && references?.picker(maxReferences)}</div>
            </>
          }
          count={count}
          onCount={(chosen) => onDraft({ ...draft, count: chosen })}
        />
      </Card>
      <Card as="section" aria-label={t`Price`} className="grid gap-6 p-5 sm:p-6">
        <CreditForecast cost={cost} noun={noun} />
        {hint && <Alert>{hint}</Alert>}
      </Card>
      <SubmitBar>
        <MissingCredits
          cost={cost}
          noun={noun}
          purchase={children || count > 1 || !plan ? undefined : { prompt, planId: plan.id }}
        />
        <Button
          type="submit"
          tone={hasShortfall ? 'secondary' : 'accent'}
          className="min-h-13 w-full px-3! text-sm! whitespace-normal!"
          busy={isStarting}
          disabled={prompt === '' || lengthProblem(prompt) !== undefined || !isChosen || !isReady}
          icon={<Clapperboard className="size-5 shrink-0" aria-hidden />}
        >
          {values.duration === undefined
            ? t`Generate video`
            : count > 1
              ? t`Generate ${count} videos (${{ length: formatSeconds(values.duration) }} each, ${count} × ${{ creditsEach: credits }} = ${{ total: formatCredits(count * credits) }})`
              : t`Generate video (${{ length: formatSeconds(values.duration) }}, ${{ price: formatCredits(credits) }})`}
        </Button>
      </SubmitBar>
      {!children && <StartFromExample value={prompt} onUse={startFrom} field={promptField} />}
    </StudioForm>
  );
}
