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

/** Name and value of each parameter, in the order in which they are listed. */
export const parameterTexts: { [Parameter in Name]: { name: string; format: (value: Values[Parameter]) => string } } = {
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
  },
  strength: {
    get name() {
      return t`Change of the image`;
    },
    format: (percent) => `${formatNumber(percent)} %`,
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
  },
  seed: {
    get name() {
      return t`Seed`;
    },
    format: String,
  },
};

export const PARAMETERS = Object.keys(parameterTexts) as Name[];

/** The value in words; null if the request has none. */
export function parameterText(request: RequestView, name: Name): string | null {
  const { duration, resolution, options } = request;
  const value = { ...options, duration, resolution }[name] ?? null;
  return value === null || value === '' ? null : parameterTexts[name].format(value as never);
}
