import { t } from '@lingui/core/macro';
import type { ListedValues } from '@luit/contracts/generation/catalog/listed-values';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { MAX_SEED } from '@luit/contracts/generation/limits';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import type { DraftOptions } from '../drafts/draft-store';
import { PARAMETERS, parameterTexts } from './parameter-texts';
import { ValueControl } from './value-control';

interface MoreOptionsProps {
  options: DraftOptions;
  values: ParameterValues;
  choices: Choices;
  onChange: (changes: DraftOptions) => void;
}

/** Parameters that have no control of their own. */
const NAMES = PARAMETERS.filter((name) => !['duration', 'resolution', 'aspectRatio', 'sound'].includes(name));

/** Whether a model takes any of them. */
export const hasMoreOptions = ({ parameters }: Choices): boolean => NAMES.some((name) => parameters[name]);

export const isMoreSet = (options: DraftOptions): boolean =>
  NAMES.some((name) => options[name] !== undefined && options[name] !== '');

/** A control for each that the model takes: a text, a list or a range, and a number for the seed. */
export function MoreOptions({ options, values, choices, onChange }: MoreOptionsProps) {
  return (
    <div className="grid gap-5">
      {NAMES.map((name) => {
        const { name: label, hint } = parameterTexts[name];
        const definition = choices.parameters[name];
        if (!definition) return null;
        if ('maxCharacters' in definition) {
          return (
            <Textarea
              key={name}
              label={label}
              hint={hint}
              rows={2}
              dir="auto"
              maxLength={definition.maxCharacters}
              value={String(options[name] ?? '')}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          );
        }
        if (!('default' in definition)) return <SeedInput key={name} seed={options.seed} onChange={onChange} />;
        const range = definition as ListedValues & { default: string | number };
        return (
          <ValueControl
            key={name}
            name={name}
            definition={range}
            value={(values[name] as string | number | undefined) ?? range.default}
            hint={hint}
            onChange={(chosen) => onChange({ [name]: chosen })}
          />
        );
      })}
    </div>
  );
}

function SeedInput({ seed, onChange }: { seed: number | undefined; onChange: MoreOptionsProps['onChange'] }) {
  const { name, hint } = parameterTexts.seed;
  const change = (text: string) => {
    const digits = text.replace(/\D/g, '');
    onChange({ seed: digits === '' ? undefined : Math.min(Number(digits), MAX_SEED) });
  };
  return (
    <Input
      label={name}
      hint={hint}
      inputMode="numeric"
      value={seed ?? ''}
      placeholder={t`Random`}
      onChange={(event) => change(event.target.value)}
    />
  );
}
