import { t } from '@lingui/core/macro';
import type { Preset } from '@luit/contracts/generation/presets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { optionText } from '../../../lib/option-texts';
import { useServices } from '../../../lib/services';
import { requestQuery } from '../../../shared/requests/api/get-request';
import { wordsOf } from './preset-options';
import type { ComposerState } from './use-composer';

interface ChipsProps {
  composer: ComposerState;
  presets: Preset[];
}

/** What the video continues or varies, and the camera motion and the style that are added to its prompt. Each can be removed. */
export function Chips({ composer: { draft, options, changeOptions, changeDraft }, presets }: ChipsProps) {
  const { extendOf, cameraMotion, style } = options;
  const added = presets.filter(({ id, kind }) => id === (kind === 'camera' ? cameraMotion : style));
  const source = extendOf ?? draft.variationOf;
  if (!source && added.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {source && (
        <SourceChip
          id={source}
          isExtended={extendOf !== undefined}
          onRemove={() =>
            changeDraft({ ...draft, variationOf: undefined, options: { ...options, extendOf: undefined } })
          }
        />
      )}
      {added.map(({ id, kind, name, text }) => (
        <Chip
          key={id}
          text={optionText(name)}
          title={wordsOf(text)}
          removeLabel={t`Remove ${{ name: optionText(name) }}`}
          onRemove={() => changeOptions(kind === 'camera' ? { cameraMotion: undefined } : { style: undefined })}
        />
      ))}
    </ul>
  );
}

interface SourceChipProps {
  /** Of the earlier request. */
  id: string;
  isExtended: boolean;
  onRemove: () => void;
}

function SourceChip({ id, isExtended, onRemove }: SourceChipProps) {
  const { api } = useServices();
  const { data } = useQuery(requestQuery(api, useQueryClient(), id));
  if (isExtended)
    return (
      <Chip
        text={data ? t`Extending · ${{ prompt: data.prompt }}` : t`Extending an earlier video`}
        title={t`This video continues the last frame of your earlier one.`}
        removeLabel={t`Do not continue the earlier video`}
        onRemove={onRemove}
      />
    );
  return (
    data && (
      <Chip
        text={t`Variation of ${{ prompt: data.prompt }}`}
        title={t`The prompt and the settings are those of your earlier result.`}
        removeLabel={t`Do not refer to the earlier result`}
        onRemove={onRemove}
      />
    )
  );
}

interface ChipProps {
  text: string;
  title: string;
  removeLabel: string;
  onRemove: () => void;
}

function Chip({ text, title, removeLabel, onRemove }: ChipProps) {
  return (
    <li
      title={title}
      className="flex max-w-full items-center rounded-full bg-info-wash pl-3 text-sm font-medium text-info"
    >
      <span dir="auto" className="max-w-64 min-w-0 truncate">
        {text}
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-sunken"
      >
        <X className="size-4" aria-hidden />
      </button>
    </li>
  );
}
