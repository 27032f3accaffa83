import { t } from '@lingui/core/macro';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Badge } from '@luit/ui/badge';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { formatCredits, formatSeconds } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { ValueControl } from '../../../shared/parameters/value-control';
import type { ModelChoices } from '../use-offered-models';
import { creditsOf, takesAll, valuesOfPlan } from '../video-options';

interface LengthAndQualityProps {
  plans: VideoPlan[];
  plan: VideoPlan | undefined;
  offered: ModelChoices;
  values: ParameterValues;
  error: string | undefined;
  onPlan: (planId: string) => void;
  onChange: (changes: DraftOptions) => void;
}

/** The plans that the model makes, and controls for its other durations and resolutions. */
export function LengthAndQuality({ plans, plan, offered, values, error, onPlan, onChange }: LengthAndQualityProps) {
  const { model, choices, start } = offered;
  const { duration, resolution } = choices?.parameters ?? {};
  const possible = plans.filter((each) => !choices || takesAll(choices, start, valuesOfPlan(each)));
  const isPlanned = (name: 'duration' | 'resolution') =>
    !choices?.parameters[name] ||
    valuesOf(choices.parameters[name]).every((value) => possible.some((each) => valuesOfPlan(each)[name] === value));
  const price = (each: VideoPlan) => formatCredits(creditsOf(model, { ...values, ...valuesOfPlan(each) }, each));
  // A chosen duration or resolution replaces the plan, which is a name for both.
  const change = (changes: DraftOptions) => {
    const { duration: seconds, resolution: quality } = values;
    onChange({ duration: seconds, resolution: quality, ...changes });
  };
  return (
    <>
      {possible.length > 0 && (
        <RadioCardGroup legend={t`Duration and quality`} error={error}>
          {possible.map((item) => (
            <RadioCard
              key={item.id}
              name="plan"
              value={item.id}
              label={t`${{ name: optionText(item.name) }}, ${{ seconds: item.duration }} seconds, ${{ quality: item.quality }}, ${{ price: price(item) }}`}
              checked={item === plan}
              onChoose={onPlan}
            >
              <span className="flex flex-wrap items-center gap-2 pr-8 font-semibold">
                <span>{optionText(item.name)}</span> {item.popular && <Badge tone="accent">{t`Popular`}</Badge>}
              </span>
              <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
                <span>
                  {formatSeconds(item.duration)}, {item.quality}
                </span>
                <span className="font-semibold text-ink tabular-nums">{price(item)}</span>
              </span>
            </RadioCard>
          ))}
        </RadioCardGroup>
      )}
      {duration && !isPlanned('duration') && (
        <ValueControl
          name="duration"
          definition={duration}
          value={values.duration ?? duration.default}
          onChange={(seconds) => change({ duration: seconds })}
        />
      )}
      {resolution && !isPlanned('resolution') && (
        <ValueControl
          name="resolution"
          definition={resolution}
          value={values.resolution ?? resolution.default}
          onChange={(chosen) => change({ resolution: chosen })}
        />
      )}
    </>
  );
}
