import { t } from '@lingui/core/macro';
import { Checkbox } from '@luit/ui/checkbox';
import { Select } from '@luit/ui/select';
import { formatMoney } from '../../../lib/format';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { hasMoreOptions, MoreOptions } from '../../../shared/parameters/more-options';
import { parameterTexts } from '../../../shared/parameters/parameter-texts';
import { ValueControl } from '../../../shared/parameters/value-control';
import type { OrderChoice } from '../order-choice';

interface OrderControlsProps {
  choice: OrderChoice;
  options: DraftOptions;
  onChange: (changes: DraftOptions) => void;
}

/** The model, and what it takes besides a prompt. */
export function OrderControls({ choice, options, onChange }: OrderControlsProps) {
  const { models, model, choices, values, creditsOf } = choice;
  const { duration, resolution, aspectRatio, sound } = choices?.parameters ?? {};
  // A chosen duration or resolution replaces the plan, which is a name for both.
  const change = (changes: DraftOptions) =>
    onChange({ duration: values.duration, resolution: values.resolution, ...changes });
  return (
    <>
      {models.length > 1 && (
        <Select label={t`Model`} value={model?.id} onChange={({ target }) => onChange({ model: target.value })}>
          {models.map((each) => (
            <option key={each.id} value={each.id}>
              {t`${{ model: each.name }}, ${{ price: formatMoney(creditsOf({}, each)) }}`}
            </option>
          ))}
        </Select>
      )}
      {choices && (
        <div className="grid items-start gap-5 sm:grid-cols-3">
          {duration && (
            <ValueControl
              name="duration"
              definition={duration}
              value={values.duration ?? duration.default}
              onChange={(seconds) => change({ duration: seconds })}
            />
          )}
          {resolution && (
            <ValueControl
              name="resolution"
              definition={resolution}
              value={values.resolution ?? resolution.default}
              onChange={(quality) => change({ resolution: quality })}
            />
          )}
          {aspectRatio && (
            <ValueControl
              name="aspectRatio"
              definition={aspectRatio}
              value={values.aspectRatio ?? (aspectRatio.values.includes('original') ? 'original' : aspectRatio.default)}
              onChange={(ratio) => onChange({ aspectRatio: ratio })}
            />
          )}
        </div>
      )}
      {sound && (
        <Checkbox
          label={parameterTexts.sound.name}
          hint={t`The model makes sound for the video.`}
          checked={values.sound ?? sound.default}
          onChange={({ target }) => onChange({ sound: target.checked })}
        />
      )}
      {choices && hasMoreOptions(choices) && (
        <details open={options.seed !== undefined || undefined}>
          <summary className="mb-4 cursor-pointer text-sm font-semibold">{t`Advanced options`}</summary>
          <MoreOptions options={options} values={values} choices={choices} onChange={onChange} />
        </details>
      )}
    </>
  );
}
