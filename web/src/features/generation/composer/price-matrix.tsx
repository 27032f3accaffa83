import { t } from '@lingui/core/macro';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { formatCredits, formatNumber, formatSeconds } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import type { ModelChoices } from '../use-offered-models';
import { creditsOf, planOf, takesAll, valuesOfPlan } from '../video-options';
import { Option, OptionGroup } from '../../../shared/studio/components/control';
import { ValueControl } from '../../../shared/parameters/value-control';

type LengthAndQuality = Pick<ParameterValues, 'duration' | 'resolution'>;

interface PriceMatrixProps {
  plans: VideoPlan[];
  offered: ModelChoices;
  values: ParameterValues;
  error: string | undefined;
  onChoose: (chosen: LengthAndQuality) => void;
  onPicked: () => void;
}

/** The price of each length at each quality. A cell that a plan is a name for has that name. */
export function PriceMatrix({ plans, offered, values, error, onChoose, onPicked }: PriceMatrixProps) {
  const { model, choices, start } = offered;
  const { duration, resolution } = choices?.parameters ?? {};
  const planned = plans.map(valuesOfPlan);
  const isTaken = (cell: LengthAndQuality) =>
    choices ? takesAll(choices, start, cell) : planOf(plans, cell) !== undefined;
  const lengths = duration?.values ?? [...planned.map((each) => each.duration), values.duration ?? duration?.default];
  const qualities = choices
    ? (resolution?.values ?? [undefined])
    : [...new Set(planned.map((each) => each.resolution))];
  const rows = [...new Set(choices && !duration ? [undefined] : lengths)]
    .filter((length) => qualities.some((quality) => isTaken({ duration: length, resolution: quality })))
    .sort((a = 0, b = 0) => a - b);
  return (
    <>
      <OptionGroup legend={t`Duration and quality`} error={error}>
        <table className="w-full table-fixed border-separate border-spacing-1.5 text-sm tabular-nums">
          <thead>
            <tr>
              <td className="w-12" />
              {qualities.map((quality) => (
                <th key={quality ?? ''} scope="col" className="pb-1 font-semibold text-muted">
                  {quality}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((length) => (
              <tr key={length ?? ''}>
                <th scope="row" className="text-left font-semibold whitespace-nowrap">
                  {length && formatSeconds(length)}
                </th>
                {qualities.map((quality) => {
                  const cell = { duration: length, resolution: quality };
                  const plan = planOf(plans, cell);
                  const credits = creditsOf(model, { ...values, ...cell }, plan);
                  return (
                    <td key={quality ?? ''} className="h-px p-0">
                      {isTaken(cell) && (
                        <Option
                          name="length"
                          value={plan?.id ?? `${length} ${quality}`}
                          label={labelOf(cell, plan, credits)}
                          isChosen={length === values.duration && quality === values.resolution}
                          onChoose={() => onChoose(cell)}
                          onPicked={onPicked}
                          className="grid h-full content-center px-1.5 py-2 text-center"
                        >
                          <span className="block text-base font-semibold">{formatNumber(credits)}</span>
                          {plan && (
                            <span className="block text-label leading-tight text-muted">{optionText(plan.name)}</span>
                          )}
                        </Option>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </OptionGroup>
      {duration && !duration.values && (
        <div className="mt-4">
          <ValueControl
            name="duration"
            definition={duration}
            value={values.duration ?? duration.default}
            onChange={(seconds) => onChoose({ duration: seconds, resolution: values.resolution })}
          />
        </div>
      )}
      <p className="mt-3 text-label text-muted">{t`Prices in credits, each for one result`}</p>
    </>
  );
}

function labelOf({ duration: seconds, resolution }: LengthAndQuality, plan: VideoPlan | undefined, credits: number) {
  const name = plan && optionText(plan.name);
  const length = seconds === undefined ? undefined : t`${seconds} seconds`;
  return [name, length, resolution, formatCredits(credits)].filter(Boolean).join(', ');
}
