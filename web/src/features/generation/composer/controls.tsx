import { plural, t } from '@lingui/core/macro';
import type { Preset } from '@luit/contracts/generation/presets';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { EdgeShadow } from '@luit/ui/edge-shadow';
import { useOverflow } from '@luit/ui/use-overflow';
import { clsx } from 'clsx';
import { Ellipsis, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';
import { formatNumber, formatSeconds } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import { hasMoreOptions, isMoreSet, MoreOptions } from '../../../shared/parameters/more-options';
import { parameterTexts } from '../../../shared/parameters/parameter-texts';
import { Control, CONTROL_CLASS, Option, OptionGroup } from './control';
import { ModelList } from './model-list';
import { noPreset, PresetGrid, presetTexts } from './preset-grid';
import { PriceMatrix } from './price-matrix';
import { ratioName, RatioOptions, RatioShape } from './ratio-options';
import type { ComposerState } from './use-composer';

interface ControlsProps {
  composer: ComposerState;
  output: 'video' | 'image';
  plans: VideoPlan[];
  presets: Preset[];
  /** Why the length is opened. */
  lengthError: string | undefined;
  isLengthOpen: boolean;
  onLengthOpen: (isOpen: boolean) => void;
}

/** One row with everything that the chosen model takes. It scrolls sideways where it does not fit. */
export function Controls({ composer, output, plans, presets, ...length }: ControlsProps) {
  const row = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(row);
  const { offered, values, options, count, counts, changeOptions } = composer;
  const { model, models, choices } = offered;
  const { aspectRatio, sound, duration, resolution } = choices?.parameters ?? {};
  const { aspectRatio: ratio, duration: seconds, resolution: quality } = values;
  const chosenLength = [seconds && formatSeconds(seconds), quality].filter(Boolean).join(' · ');
  const hasSound = values.sound ?? sound?.default ?? false;
  const hasMore = isMoreSet(options);
  const countTitle = output === 'video' ? t`Number of videos` : t`Number of images`;
  const countText = (each: number) => (output === 'video' ? videos(each) : images(each));
  return (
    <div className="relative min-w-0 flex-1">
      <div ref={row} className="-m-1 overflow-x-auto p-1 [scrollbar-width:none]">
        <div className="flex w-max gap-2">
          {models.length > 1 && model && (
            <Control name={t`Model`} value={model.name}>
              {(close) => (
                <ModelList
                  offered={offered}
                  values={values}
                  onChoose={(id) => changeOptions({ model: id })}
                  onPicked={close}
                />
              )}
            </Control>
          )}
          {(output === 'video' || duration || resolution) && (
            <Control
              name={output === 'video' ? t`Duration and quality` : t`Quality`}
              value={chosenLength || t`Choose a length`}
              isOpen={length.isLengthOpen}
              onOpenChange={length.onLengthOpen}
            >
              {(close) => (
                <PriceMatrix
                  plans={plans}
                  offered={offered}
                  values={values}
                  error={length.lengthError}
                  onChoose={composer.changeLength}
                  onPicked={close}
                />
              )}
            </Control>
          )}
          {aspectRatio && (
            <Control
              name={t`Aspect ratio`}
              value={ratioName(ratio ?? 'original')}
              shown={
                <>
                  <RatioShape ratio={ratio ?? 'original'} className="size-5" />
                  {ratio && ratio !== 'original' ? ratio : ratioName('original')}
                </>
              }
            >
              {(close) => (
                <RatioOptions
                  ratios={aspectRatio.values}
                  value={ratio}
                  onChoose={(chosen) => changeOptions({ aspectRatio: chosen })}
                  onPicked={close}
                />
              )}
            </Control>
          )}
          {sound && (
            <label
              className={clsx(
                CONTROL_CLASS,
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
                hasSound ? 'text-ink' : 'text-muted line-through',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={hasSound}
                onChange={({ target }) => changeOptions({ sound: target.checked })}
              />
              {hasSound ? <Volume2 className="size-4" aria-hidden /> : <VolumeX className="size-4" aria-hidden />}
              {parameterTexts.sound.name}
            </label>
          )}
          {counts.length > 1 && (
            <Control name={countTitle} value={countText(count)} shown={<>×{formatNumber(count)}</>}>
              {(close) => (
                <OptionGroup legend={countTitle} className="grid grid-cols-4 gap-2">
                  {counts.map((each) => (
                    <Option
                      key={each}
                      name="count"
                      value={String(each)}
                      label={countText(each)}
                      isChosen={each === count}
                      onChoose={() => composer.changeCount(each)}
                      onPicked={close}
                      className="py-2.5 text-center font-semibold tabular-nums"
                    >
                      ×{formatNumber(each)}
                    </Option>
                  ))}
                </OptionGroup>
              )}
            </Control>
          )}
          {(['style', 'camera'] as const).map((kind) => {
            const ofKind = presets.filter((preset) => preset.kind === kind);
            const field = kind === 'camera' ? 'cameraMotion' : 'style';
            if (ofKind.length === 0 || (kind === 'camera' && output === 'image')) return null;
            const chosen = ofKind.find(({ id }) => id === options[field]);
            return (
              <Control
                key={kind}
                name={presetTexts[kind]}
                value={chosen ? optionText(chosen.name) : noPreset()}
                shown={kind === 'camera' ? t`Camera` : presetTexts.style}
              >
                {(close) => (
                  <PresetGrid
                    kind={kind}
                    presets={ofKind}
                    value={options[field]}
                    onChoose={(id) => changeOptions({ [field]: id })}
                    onPicked={close}
                  />
                )}
              </Control>
            );
          })}
          {choices && hasMoreOptions(choices) && (
            <Control
              name={t`More options`}
              value={hasMore ? t`in use` : t`as usual`}
              shown={
                <>
                  <Ellipsis className="size-5" aria-hidden />
                  {hasMore && <span aria-hidden className="size-2 rounded-full bg-accent" />}
                </>
              }
            >
              {() => <MoreOptions options={options} values={values} choices={choices} onChange={changeOptions} />}
            </Control>
          )}
        </div>
      </div>
      {before && <EdgeShadow edge="left" className="bottom-0" />}
      {after && <EdgeShadow edge="right" isOnlyCue className="bottom-0" />}
    </div>
  );
}

function videos(count: number) {
  const number = formatNumber(count);
  return plural(count, { one: `${number} video`, other: `${number} videos` });
}

function images(count: number) {
  const number = formatNumber(count);
  return plural(count, { one: `${number} image`, other: `${number} images` });
}
