import { t } from '@lingui/core/macro';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServices } from '../../../lib/services';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { AdvancedOptions } from '../../../shared/parameters/advanced-options';
import { parameterTexts } from '../../../shared/parameters/parameter-texts';
import { presetsQuery } from '../../../shared/plans/get-presets';
import type { ModelChoices } from '../use-offered-models';
import { replacedText, type StartImage } from '../video-options';
import { AspectRatioCards } from './aspect-ratio-cards';
import { CropPreview } from './crop-preview';
import { ModelPicker } from './model-picker';
import { PresetCards } from './preset-cards';
import { VariationCount } from './variation-count';

interface VideoControlsProps {
  options: DraftOptions;
  onChange: (changes: DraftOptions) => void;
  offered: ModelChoices;
  /** What is asked for. */
  values: ParameterValues;
  /** Null for a video from a prompt alone. */
  image: StartImage | null;
  /** The pickers of the image that the video ends with, and of reference images. */
  images?: ReactNode;
  count: number;
  onCount: (count: number) => void;
}

/** The controls that the chosen model has. What it cannot do is not offered. */
export function VideoControls({
  options,
  onChange,
  offered,
  values,
  image,
  images,
  count,
  onCount,
}: VideoControlsProps) {
  const { api } = useServices();
  const presets = useQuery(presetsQuery(api)).data?.presets ?? [];
  const { model, retired, choices } = offered;
  const { aspectRatio, sound } = choices?.parameters ?? {};
  const ratio = values.aspectRatio;
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
      {offered.models.length > 1 && (
        <ModelPicker {...offered} values={values} onChoose={(id) => onChange({ model: id })} />
      )}
      {aspectRatio && (
        <AspectRatioCards
          ratios={aspectRatio.values}
          value={ratio}
          onChoose={(chosen) => onChange({ aspectRatio: chosen })}
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
      <div className="contents">{images}</div>
      {sound && (
        <Checkbox
          label={parameterTexts.sound.name}
          hint={t`The model makes sound for the video.`}
          checked={values.sound ?? sound.default}
          onChange={({ target }) => onChange({ sound: target.checked })}
        />
      )}
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
      {choices && <AdvancedOptions options={options} values={values} choices={choices} onChange={onChange} />}
    </>
  );
}
