import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, ImagePlus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { formatCredits, formatSeconds } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { samplePrompts } from '../../../shared/examples/sample-prompts';
import { presetsQuery } from '../../../shared/plans/get-presets';
import { ComposerFrame } from '../../../shared/studio/components/composer-frame';
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
  const field = useRef<HTMLTextAreaElement>(null);
  const makesVideo = output === 'video';
  const noun = makesVideo ? (count > 1 ? 'videos' : 'video') : count > 1 ? 'images' : 'image';
  const ratio = values.aspectRatio;

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
    <ComposerFrame
      onSubmit={submit}
      notice={notice}
      cost={cost}
      noun={noun}
      purchase={!makesVideo || start || count > 1 || !plan ? undefined : { prompt, planId: plan.id }}
      controls={
        <Controls
          composer={composer}
          output={output}
          plans={plans}
          presets={presets}
          lengthError={isChecked && !isChosen ? t`Please select a video duration plan` : undefined}
          isLengthOpen={isLengthOpen}
          onLengthOpen={setLengthOpen}
        />
      }
      button={{
        text: makesVideo ? videoButton(composer) : imageButton(composer),
        Icon: makesVideo ? Clapperboard : ImagePlus,
        isBusy: isStarting,
        isDisabled: prompt === '' || lengthProblem(prompt) !== undefined || !isChosen || !isReady,
      }}
    >
      <div className="group/prompt flex flex-wrap items-start gap-x-3 gap-y-1.5 p-2.5 pb-1.5">
        {slots(composer, crop)}
        <PromptField
          {...promptTexts(makesVideo, start !== null)}
          value={prompt}
          error={isChecked ? promptProblem(prompt) : lengthProblem(prompt)}
          tips={tips}
          chips={<Chips composer={composer} presets={presets} />}
          hasSuggestions={makesVideo}
          field={field}
          onChange={(text) => {
            setChecked(false);
            composer.changePrompt(text);
          }}
        />
      </div>
      <Notices composer={composer} isImageRefused={!makesVideo && image !== null && !offered.model} />
    </ComposerFrame>
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
