import { t } from '@lingui/core/macro';
import type { AspectRatio } from '@luit/contracts/generation/options';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import type { Preset } from '@luit/contracts/generation/presets';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits, formatSeconds } from '../../lib/format';
import { ENHANCEMENTS, QUALITIES } from '../../shared/plans/restore-options';

/** Names of what requests refer to by id. */
export interface CompareNames {
  plans: VideoPlan[];
  models: Pick<VideoModel, 'id' | 'name'>[];
  presets: Preset[];
}

/** One setting of two requests, in words. Null where a request does not have it. */
export interface CompareRow {
  name: string;
  values: [string | null, string | null];
}

/** What two results of the same kind were made with. */
export function compareRows(requests: [RequestView, RequestView], names: CompareNames): CompareRow[] {
  const [first, second] = requests.map((request) => settingsOf(request, names)) as [Setting[], Setting[]];
  return first
    .map(([name, value], index): CompareRow => ({ name, values: [value, second[index]?.[1] ?? null] }))
    .filter(({ values }) => values.some((value) => value !== null));
}

export function isDifferent({ values: [first, second] }: CompareRow): boolean {
  return first !== second;
}

/** The names of the compared results. */
export const SIDES = ['A', 'B'] as const;

const RATIOS: Record<AspectRatio, () => string> = {
  '16:9': () => t`Landscape (16:9)`,
  '9:16': () => t`Portrait (9:16)`,
  '1:1': () => t`Square (1:1)`,
  original: () => t`Like the image`,
};

/** In words; null if the request has none. */
export function aspectRatioOf({ options }: RequestView): string | null {
  return options?.aspectRatio ? RATIOS[options.aspectRatio]() : null;
}

type Setting = [name: string, value: string | null];

function settingsOf(request: RequestView, names: CompareNames): Setting[] {
  const price: Setting = [t`Price`, formatCredits(request.money.credits)];
  const { restore } = request;
  if (restore) {
    return [
      [t`Quality`, nameOf(QUALITIES, restore.quality)],
      [t`Enhancement`, nameOf(ENHANCEMENTS, restore.enhancement)],
      [t`Color restoration`, restore.colorRestoration ? t`Yes` : t`No`],
      price,
    ];
  }
  const { options } = request;
  const preset = (id: string | null | undefined) => (id ? nameOf(names.presets, id) : null);
  return [
    [t`Prompt`, request.prompt],
    [t`Model`, request.model && nameOf(names.models, request.model)],
    [t`Duration`, request.duration === null ? null : formatSeconds(request.duration)],
    [t`Quality`, names.plans.find(({ id }) => id === request.planId)?.quality ?? request.planId],
    [t`Aspect ratio`, aspectRatioOf(request)],
    [t`Camera motion`, preset(options?.cameraMotion)],
    [t`Style`, preset(options?.style)],
    [t`Negative prompt`, options?.negativePrompt ?? null],
    [t`Seed`, options?.seed?.toString() ?? null],
    price,
  ];
}

/** The name, or the id of what is no longer offered. */
function nameOf(offered: { id: string; name: string }[], id: string): string {
  return offered.find((one) => one.id === id)?.name ?? id;
}
