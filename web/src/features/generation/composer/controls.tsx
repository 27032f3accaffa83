import { plural, t } from '@lingui/core/macro';
import type { Preset } from '@luit/contracts/generation/presets';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Ellipsis, Volume2, VolumeX } from 'lucide-react';
import { formatNumber, formatSeconds } from '../../../lib/format';
import { hasMoreOptions, isMoreSet, MoreOptions } from '../../../shared/parameters/more-options';
import { parameterTexts } from '../../../shared/parameters/parameter-texts';
import { Control, ControlRow, ListControl, Toggle } from '../../../shared/studio/components/control';
import { ModelList } from './model-list';
import { presetOptions, presetTexts } from './preset-options';
import { PriceMatrix } from './price-matrix';
import { ratioName, ratioOptions, RatioShape } from './ratio-options';
import type { ComposerState } from './use-composer';

const PRESET_KINDS = ['style', 'camera'] as const;

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

/** Everything that the chosen model takes. */
export function Controls({ composer, output, plans, presets, ...length }: ControlsProps) {
  const { offered, values, options, count, counts, changeOptions } = composer;
  const { model, models, choices } = offered;
  const { aspectRatio, sound, duration, resolution } = choices?.parameters ?? {};
  const { aspectRatio: ratio = 'original', duration: seconds, resolution: quality } = values;
  const chosenLength = [seconds && formatSeconds(seconds), quality].filter(Boolean).join(' · ');
  const hasMore = isMoreSet(options);
  return (
    <ControlRow>
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
        <ListControl
          name={t`Aspect ratio`}
          group="aspectRatio"
          shown={
            <>
              <RatioShape ratio={ratio} className="size-5" />
              {ratio === 'original' ? ratioName(ratio) : ratio}
            </>
          }
          options={ratioOptions(aspectRatio.values)}
          value={ratio}
          valueText={ratioName(ratio)}
          onChoose={(chosen) => changeOptions({ aspectRatio: chosen })}
          className="grid-cols-3 min-[24rem]:grid-cols-4"
          optionClassName="grid justify-items-center gap-1 px-1 py-2.5 text-center"
        />
      )}
      {sound && (
        <Toggle
          name={parameterTexts.sound.name}
          icons={{ on: Volume2, off: VolumeX }}
          isOn={values.sound ?? sound.default}
          onChange={(isOn) => changeOptions({ sound: isOn })}
        />
      )}
      {counts.length > 1 && (
        <ListControl
          name={output === 'video' ? t`Number of videos` : t`Number of images`}
          group="count"
          shown={<>×{formatNumber(count)}</>}
          options={counts.map((each) => ({
            value: each,
            text: output === 'video' ? videos(each) : images(each),
            content: <>×{formatNumber(each)}</>,
          }))}
          value={count}
          onChoose={composer.changeCount}
          className="grid-cols-4"
          optionClassName="py-2.5 text-center font-semibold tabular-nums"
        />
      )}
      {(output === 'video' ? PRESET_KINDS : (['style'] as const)).map((kind) => {
        const ofKind = presets.filter((preset) => preset.kind === kind);
        const field = kind === 'camera' ? 'cameraMotion' : 'style';
        const chosen = ofKind.find(({ id }) => id === options[field]);
        return (
          ofKind.length > 0 && (
            <ListControl
              key={kind}
              name={presetTexts[kind]}
              group={kind}
              shown={kind === 'camera' ? t`Camera` : presetTexts.style}
              options={presetOptions(ofKind)}
              value={chosen?.id}
              onChoose={(id) => changeOptions({ [field]: id })}
              className="grid-cols-2 min-[24rem]:grid-cols-3"
              optionClassName="overflow-hidden"
            />
          )
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
    </ControlRow>
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
