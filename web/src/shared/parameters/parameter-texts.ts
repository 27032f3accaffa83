import { t } from '@lingui/core/macro';
import type { ParameterValues, VideoParameter } from '@luit/contracts/generation/catalog/model-parameters';
import type { AspectRatio } from '@luit/contracts/generation/options';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatNumber, formatSeconds } from '../../lib/format';

/** Each of several results is a request of its own, so none has a count. */
export type Name = Exclude<VideoParameter, 'prompt' | 'count'>;
type Values = { [Parameter in Name]: NonNullable<ParameterValues[Parameter]> };

export const ratioTexts: Record<AspectRatio, string> = {
  get '16:9'() {
    return t`Landscape`;
  },
  get '9:16'() {
    return t`Portrait`;
  },
  get '1:1'() {
    return t`Square`;
  },
  get '4:3'() {
    return t`Classic`;
  },
  get '3:4'() {
    return t`Classic portrait`;
  },
  get '3:2'() {
    return t`Photo`;
  },
  get '2:3'() {
    return t`Photo portrait`;
  },
  get '21:9'() {
    return t`Widescreen`;
  },
  get original() {
    return t`Like the image`;
  },
};

interface ParameterText<Value> {
  name: string;
  format: (value: Value) => string;
  /** What the control does, below it. */
  hint?: string;
  /** That a model takes it, in a list of what a model can do. */
  ability?: string;
}

/** In the order in which they are listed. */
export const parameterTexts: { [Parameter in Name]: ParameterText<Values[Parameter]> } = {
  duration: {
    get name() {
      return t`Duration`;
    },
    format: formatSeconds,
  },
  resolution: {
    get name() {
      return t`Quality`;
    },
    format: String,
  },
  aspectRatio: {
    get name() {
      return t`Aspect ratio`;
    },
    format: (ratio) => (ratio === 'original' ? ratioTexts[ratio] : `${ratioTexts[ratio]} (${ratio})`),
  },
  sound: {
    get name() {
      return t`Sound`;
    },
    format: (isOn) => (isOn ? t`Yes` : t`No`),
    get ability() {
      return t`with sound`;
    },
  },
  outputFormat: {
    get name() {
      return t`File format`;
    },
    format: (format) => format.toUpperCase(),
  },
  negativePrompt: {
    get name() {
      return t`Negative prompt`;
    },
    format: String,
    get hint() {
      return t`What the result should not show.`;
    },
    get ability() {
      return t`negative prompt`;
    },
  },
  seed: {
    get name() {
      return t`Seed`;
    },
    format: String,
    get hint() {
      return t`The same seed and input produce the same result. For several results, the seed goes up by one each time.`;
    },
    get ability() {
      return t`repeatable`;
    },
  },
  strength: {
    get name() {
      return t`Change of the image`;
    },
    format: (percent) => `${formatNumber(percent)} %`,
    get hint() {
      return t`At 0 %, the result stays as close to the image as the model can.`;
    },
  },
};

export const PARAMETERS = Object.keys(parameterTexts) as Name[];

/** The value in words; null if the request has none. */
export function parameterText(request: RequestView, name: Name): string | null {
  const { duration, resolution, options } = request;
  const value = { ...options, duration, resolution }[name] ?? null;
  return value === null || value === '' ? null : parameterTexts[name].format(value as never);
}
