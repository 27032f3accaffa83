import { t } from '@lingui/core/macro';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServices } from '../../../lib/services';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { presetsQuery } from '../../../shared/plans/get-presets';
import type { ModelChoices } from '../use-offered-models';
import { chosenRatio, ratiosOf, replacedText } from '../video-options';
import { AdvancedOptions } from './advanced-options';
import { AspectRatioCards } from './aspect-ratio-cards';
import { CropPreview } from './crop-preview';
import { ModelPicker } from './model-picker';
import { PresetCards } from './preset-cards';
import { VariationCount } from './variation-count';

interface VideoControlsProps {
  options: DraftOptions;
  onChange: (changes: DraftOptions) => void;
  choices: ModelChoices;
  plan: VideoPlan | undefined;
  /** The starting image and its width to height, as far as known; null for a video from a prompt alone. */
  image: { file: File | null; ratio: number | null } | null;
  /** The picker of the image that the video ends with. */
  lastFrame?: ReactNode;
  count: number;
  onCount: (count: number) => void;
}

/** The controls that the chosen model has. What it cannot do is not offered. */
export function VideoControls({
  options,
  onChange,
  choices,
  plan,
  image,
  lastFrame,
  count,
  onCount,
}: VideoControlsProps) {
  const { api } = useServices();
  const presets = useQuery(presetsQuery(api)).data?.presets ?? [];
  const { model, retired } = choices;
  const ratio = model && chosenRatio(options, model, image);
  const isExtension = options.extendOf !== undefined;
  return (
    <>
      {isExtension && (
        <div className="flex items-center justify-between gap-3 rounded-control bg-info-wash px-4 py-2 text-sm">
          <p>{t`This video continues the last frame of your earlier one.`}</p>
          <Button
            size="sm"
            tone="ghost"
            aria-label={t`Do not continue the earlier video`}
            onClick={() => onChange({ extendOf: undefined })}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </div>
      )}
      {retired && model && <Alert>{replacedText(retired, model)}</Alert>}
      {choices.models.length > 1 && (
        <ModelPicker {...choices} plan={plan} hasImage={image !== null} onChoose={(id) => onChange({ model: id })} />
      )}
      {model && (
        <AspectRatioCards
          ratios={ratiosOf(model, image !== null)}
          value={ratio}
          onChoose={(aspectRatio) => onChange({ aspectRatio })}
        />
      )}
      {image?.file && image.ratio !== null && ratio && ratio !== 'original' && (
        <CropPreview
          image={image.file}
          imageRatio={image.ratio}
          ratio={ratio}
          framing={options.framing}
          onChange={(framing) => onChange({ framing })}
        />
      )}
      {lastFrame}
      {(['camera', 'style'] as const).map((kind) => {
        const ofKind = presets.filter((preset) => preset.kind === kind);
        const field = kind === 'camera' ? 'cameraMotion' : 'style';
        return (
          ofKind.length > 0 && (
            <PresetCards
              key={kind}
              kind={kind}
              presets={ofKind}
              value={options[field]}
              onChoose={(id) => onChange({ [field]: id })}
            />
          )
        );
      })}
      <VariationCount value={count} onChoose={onCount} />
      {model && <AdvancedOptions options={options} capabilities={model.capabilities} onChange={onChange} />}
    </>
  );
}
