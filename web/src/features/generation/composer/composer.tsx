import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, ImagePlus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { formatCredits, formatSeconds } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { CreditForecast } from '../../../shared/credits/components/credit-forecast';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import { samplePrompts } from '../../../shared/examples/sample-prompts';
import { presetsQuery } from '../../../shared/plans/get-presets';
import { OutcomeAlert } from '../../../shared/requests/components/outcome-alert';
import { commandKey } from '../../../shared/studio/command-key';
import { StudioForm } from '../../../shared/studio/components/studio-form';
import { lengthProblem, promptProblem } from '../prompt-problem';
import { replacedText } from '../video-options';
import { Chips } from './chips';
import { Controls } from './controls';
import { CropPreview } from './crop-preview';
import { PromptField } from './prompt-field';
import { type ComposerInput, type ComposerState, useComposer } from './use-composer';

export interface ComposerProps extends ComposerInput {
  /** The slots of images beside the prompt, by what the chosen model takes. */
  slots: (composer: ComposerState, crop: ReactNode) => ReactNode;
  /** Whether there is an image where one is needed. */
  isReady?: boolean;
  /** Called instead of a start while there is none. */
  onNotReady?: () => void;
  tips?: ReactNode;
}

/** Everything that a video or an image is made of, in one docked form. */
export function Composer({ slots, isReady = true, onNotReady, tips, ...input }: ComposerProps) {
  const { generation, output, plans, image } = input;
  const { notice, isStarting } = generation;
  const { api } = useServices();
  const presets = useQuery(presetsQuery(api)).data?.presets ?? [];
  const composer = useComposer(input);
  const { prompt, options, start, offered, values, plan, count, cost, isChosen } = composer;
  const [isChecked, setChecked] = useState(false);
  const [isLengthOpen, setLengthOpen] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const promptGroup = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const makesVideo = output === 'video';
  const hasShortfall = useShortfall(cost) > 0;
  const noun = makesVideo ? (count > 1 ? 'videos' : 'video') : count > 1 ? 'images' : 'image';
  const ratio = values.aspectRatio;
  const modifier = commandKey();

  const submit = () => {
    if (isStarting) return;
    const problem = promptProblem(prompt);
    const isValid = isReady && !problem && isChosen;
    // After a valid order, the emptied form of the next video shows no errors.
    setChecked(!isValid);
    if (!isReady) onNotReady?.();
    else if (problem) field.current?.focus();
    else if (isChosen) composer.order();
    else setLengthOpen(makesVideo);
  };

  const crop = start?.file && start.ratio !== null && ratio && ratio !== 'original' && (
    <CropPreview
      image={start.file}
      imageRatio={start.ratio}
      ratio={ratio}
      framing={options.framing}
      onChange={(framing) => composer.changeOptions({ framing })}
    />
  );
  return (
    <StudioForm onSubmit={submit}>
      <div
        className="flex max-h-[calc(100dvh-5.5rem)] flex-col gap-2"
        // A press takes the focus from the prompt. If the prompt closed before the click, the pressed button would move away from it.
        onPointerDown={() => setHeld(promptGroup.current?.contains(document.activeElement) ?? false)}
        onPointerCancel={() => setHeld(false)}
        onClick={() => setHeld(false)}
      >
        {notice && <OutcomeAlert notice={notice} cost={cost} />}
        <div className="flex min-h-0 flex-col rounded-card border border-edge bg-surface shadow-float has-[textarea:focus-visible]:border-ink">
          {/* What does not fit above a keyboard scrolls; the controls and the button stay. */}
          <div className="min-h-14 overflow-y-auto">
            <div
              ref={promptGroup}
              data-held={isHeld || undefined}
              className="group/prompt flex flex-wrap items-start gap-x-3 gap-y-1.5 p-2.5 pb-1.5"
            >
              {slots(composer, crop)}
              <PromptField
                {...promptTexts(makesVideo, start !== null)}
                value={prompt}
                error={isChecked ? promptProblem(prompt) : lengthProblem(prompt)}
                tips={tips}
                chips={
                  <Chips
                    options={options}
                    presets={presets}
                    onChange={composer.changeOptions}
                    variationOf={composer.draft.variationOf}
                    onVariationEnd={() => generation.changeDraft({ ...composer.draft, variationOf: undefined })}
                  />
                }
                hasSuggestions={makesVideo}
                field={field}
                onChange={(text) => {
                  setChecked(false);
                  composer.changePrompt(text);
                }}
              />
            </div>
            <Notices composer={composer} isImageRefused={!makesVideo && image !== null && !offered.model} />
            <div className="px-2.5 pt-2 empty:hidden">
              <MissingCredits
                cost={cost}
                noun={noun}
                purchase={!makesVideo || start || count > 1 || !plan ? undefined : { prompt, planId: plan.id }}
              />
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2 p-2.5 pt-1.5 lg:flex-nowrap lg:gap-4">
            <Controls
              composer={composer}
              output={output}
              plans={plans}
              presets={presets}
              lengthError={isChecked && !isChosen ? t`Please select a video duration plan` : undefined}
              isLengthOpen={isLengthOpen}
              onLengthOpen={setLengthOpen}
            />
            <Button
              type="submit"
              // Only one primary button: buy the missing credits, or generate.
              tone={hasShortfall ? 'secondary' : 'accent'}
              className="px-4! py-1 text-sm! leading-tight whitespace-normal! max-lg:w-full lg:max-w-80 lg:shrink-0"
              busy={isStarting}
              disabled={prompt === '' || lengthProblem(prompt) !== undefined || !isChosen || !isReady}
              icon={
                makesVideo ? (
                  <Clapperboard className="size-5 shrink-0" aria-hidden />
                ) : (
                  <ImagePlus className="size-5 shrink-0" aria-hidden />
                )
              }
            >
              {makesVideo ? videoButton(composer) : imageButton(composer)}
            </Button>
          </div>
        </div>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-3 text-label text-muted">
          <CreditForecast cost={cost} noun={noun} />
          <span aria-hidden className="pointer-coarse:hidden">
            <Trans>{modifier} Enter generates</Trans>
          </span>
        </div>
      </div>
    </StudioForm>
  );
}

interface NoticesProps {
  composer: ComposerState;
  isImageRefused: boolean;
}

/** What became of a model or of a choice that is not offered any more. */
function Notices({ composer: { offered, dropped }, isImageRefused }: NoticesProps) {
  const { model, retired } = offered;
  return (
    <div className="grid gap-2 px-2.5 empty:hidden">
      {retired && model && <Alert>{replacedText(retired, model)}</Alert>}
      {isImageRefused && (
        <Alert>{t`No model can change an image at the moment. Remove the image to make a new one.`}</Alert>
      )}
      {model && dropped.length > 0 && (
        <p role="status" className="px-1 text-sm text-muted">
          {t`Not used with ${{ model: model.name }}: ${{ list: dropped.join(', ') }}. It is kept for a model that takes it.`}
        </p>
      )}
    </div>
  );
}

function promptTexts(makesVideo: boolean, hasImage: boolean) {
  if (makesVideo)
    return { label: t`Video prompt`, placeholder: hasImage ? t`Describe what moves and how.` : samplePrompts.boat };
  return hasImage
    ? { label: t`What to change`, placeholder: t`Make it evening, with lamps in the windows.` }
    : { label: t`Image prompt`, placeholder: t`A heron on a sandbar at dawn, mist over the river, wide angle.` };
}

function videoButton({ values: { duration }, count, credits, cost }: ComposerState) {
  if (duration === undefined) return t`Generate video`;
  const length = formatSeconds(duration);
  return count > 1
    ? t`Generate ${count} videos (${{ length }} each, ${count} × ${{ creditsEach: credits }} = ${{ total: formatCredits(cost) }})`
    : t`Generate video (${{ length }}, ${{ price: formatCredits(credits) }})`;
}

function imageButton({ count, credits, cost }: ComposerState) {
  return count > 1
    ? t`Generate ${count} images (${count} × ${{ creditsEach: credits }} = ${{ total: formatCredits(cost) }})`
    : t`Generate image (${{ price: formatCredits(credits) }})`;
}
