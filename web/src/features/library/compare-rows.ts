import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import type { Preset } from '@luit/contracts/generation/presets';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits, formatSeconds } from '../../lib/format';
import { ENHANCEMENTS, QUALITIES } from '../../shared/plans/restore-options';
import { compareCopy } from './compare-copy';
import { libraryCopy } from './copy';

/** Names of what requests refer to by id. */
export interface CompareNames {
  plans: VideoPlan[];
  models: VideoModel[];
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

/** In words; null if the request has none. */
export function aspectRatioOf({ options }: RequestView): string | null {
  return options?.aspectRatio ? compareCopy.ratios[options.aspectRatio] : null;
}

type Setting = [name: string, value: string | null];

function settingsOf(request: RequestView, names: CompareNames): Setting[] {
  const price: Setting = [libraryCopy.facts.price, formatCredits(request.money.credits)];
  const { restore } = request;
  if (restore) {
    return [
      [libraryCopy.facts.quality, nameOf(QUALITIES, restore.quality)],
      [libraryCopy.facts.enhancement, nameOf(ENHANCEMENTS, restore.enhancement)],
      [libraryCopy.facts.color, restore.colorRestoration ? libraryCopy.facts.yes : libraryCopy.facts.no],
      price,
    ];
  }
  const { options } = request;
  const preset = (id: string | null | undefined) => (id ? nameOf(names.presets, id) : null);
  return [
    [libraryCopy.facts.prompt, request.prompt],
    [libraryCopy.facts.model, request.model && nameOf(names.models, request.model)],
    [libraryCopy.facts.duration, request.duration === null ? null : formatSeconds(request.duration)],
    [libraryCopy.facts.quality, names.plans.find(({ id }) => id === request.planId)?.quality ?? request.planId],
    [libraryCopy.facts.aspectRatio, aspectRatioOf(request)],
    [libraryCopy.facts.camera, preset(options?.cameraMotion)],
    [libraryCopy.facts.style, preset(options?.style)],
    [libraryCopy.facts.negativePrompt, options?.negativePrompt ?? null],
    [libraryCopy.facts.seed, options?.seed?.toString() ?? null],
    price,
  ];
}

/** The name, or the id of what is no longer offered. */
function nameOf(offered: { id: string; name: string }[], id: string): string {
  return offered.find((one) => one.id === id)?.name ?? id;
}
