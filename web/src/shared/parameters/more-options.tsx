import { t } from '@lingui/core/macro';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { MAX_SEED } from '@luit/contracts/generation/limits';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import type { DraftOptions } from '../drafts/draft-store';
import { parameterTexts } from './parameter-texts';
import { ValueControl } from './value-control';

interface MoreOptionsProps {
  options: DraftOptions;
  values: ParameterValues;
  choices: Choices;
  onChange: (changes: DraftOptions) => void;
}

/** Whether a model takes any of them. */
export const hasMoreOptions = ({ parameters: { seed, negativePrompt, strength, outputFormat } }: Choices): boolean =>
  !!(seed || negativePrompt || strength || outputFormat);

/** The file format, the seed, what to avoid and how far an image may change, where the model takes them. */
export function MoreOptions({ options, values, choices, onChange }: MoreOptionsProps) {
  const { seed, negativePrompt, strength, outputFormat } = choices.parameters;
  const changeSeed = (text: string) => {
    const digits = text.replace(/\D/g, '');
    onChange({ seed: digits === '' ? undefined : Math.min(Number(digits), MAX_SEED) });
  };
  return (
    <div className="grid gap-5">
      {outputFormat && (
        <ValueControl
          name="outputFormat"
          definition={outputFormat}
          value={values.outputFormat ?? outputFormat.default}
          onChange={(chosen) => onChange({ outputFormat: chosen })}
        />
      )}
      {negativePrompt && (
        <Textarea
          label={parameterTexts.negativePrompt.name}
          hint={t`What the result should not show.`}
          rows={2}
          dir="auto"
          maxLength={negativePrompt.maxCharacters}
          value={options.negativePrompt ?? ''}
          onChange={(event) => onChange({ negativePrompt: event.target.value })}
        />
      )}
      {seed && (
        <Input
          label={parameterTexts.seed.name}
          hint={t`The same seed and input produce the same result. For several results, the seed goes up by one each time.`}
          inputMode="numeric"
          value={options.seed ?? ''}
          placeholder={t`Random`}
          onChange={(event) => changeSeed(event.target.value)}
        />
      )}
      {strength && (
        <ValueControl
          name="strength"
          definition={strength}
          value={values.strength ?? strength.default}
          hint={t`At 0 %, the result stays as close to the image as the model can.`}
          onChange={(chosen) => onChange({ strength: chosen })}
        />
      )}
    </div>
  );
}
