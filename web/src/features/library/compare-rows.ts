import { t } from '@lingui/core/macro';
import type { VideoModel } from '@luit/contracts/generation/plans';
import type { Preset } from '@luit/contracts/generation/presets';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits } from '../../lib/format';
import { PARAMETERS, parameterText, parameterTexts } from '../../shared/parameters/parameter-texts';
import { ENHANCEMENTS, QUALITIES } from '../../shared/plans/restore-options';

/** Names of what requests refer to by id. */
export interface CompareNames {
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
    ...PARAMETERS.map((name): Setting => [parameterTexts[name].name, parameterText(request, name)]),
    [t`Camera motion`, preset(options?.cameraMotion)],
    [t`Style`, preset(options?.style)],
    price,
  ];
}

/** The name, or the id of what is no longer offered. */
function nameOf(offered: { id: string; name: string }[], id: string): string {
  return offered.find((one) => one.id === id)?.name ?? id;
}
