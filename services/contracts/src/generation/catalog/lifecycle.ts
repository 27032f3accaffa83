import { z } from 'zod';
import { LuitError } from '../../errors';
import { timestamp } from '../../messages/fields';
import type { EntryProblem, ModelEntry, ModelState } from './model-entry';

/** What is said about a model that will retire. */
export const deprecation = z.object({
  /** When its deprecation was published. */
  since: timestamp,
  /** The last day on which it can be used, in Asia/Kolkata. */
  endsAt: z.iso.date(),
  /** Id of the model to use instead; null if none is named. */
  replacement: z.string().nullable(),
});
export type Deprecation = z.infer<typeof deprecation>;

export const retiredModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the model to use instead; null if none is offered. */
  replacement: z.string().nullable(),
});
export type RetiredModel = z.infer<typeof retiredModel>;

type Dated = Pick<ModelEntry, 'state' | 'endsAt'>;

/** The first moment at which a deprecated model is no longer offered: the end of its last day in Asia/Kolkata. */
export function retirementOf(endsAt: string): Date {
  return new Date(`${endsAt}T24:00:00+05:30`);
}

/** The state of a model at a time. A deprecated model retires by the clock, so nothing has to be published then. */
export function stateAt({ state, endsAt }: Dated, now: Date): ModelState {
  return state === 'deprecated' && endsAt && now >= retirementOf(endsAt) ? 'retired' : state;
}

/** Whether new requests can be made with the model. Earlier ones go on with their revision whatever its state is. */
export function isOfferedAt(entry: Dated, now: Date): boolean {
  const state = stateAt(entry, now);
  return state === 'live' || state === 'deprecated';
}

/** The model to use instead: the one that the entry names or, if that was replaced as well, what replaced it. Null if none is offered. */
export function replacementOf(entry: ModelEntry, entries: ModelEntry[], now: Date): ModelEntry | null {
  const seen = new Set<string>();
  for (let id = entry.replacement; id !== undefined && !seen.has(id);) {
    seen.add(id);
    const next = entries.find((each) => each.id === id);
    if (next && isOfferedAt(next, now)) return next;
    id = next?.replacement;
  }
  return null;
}

/** Why the state of an entry cannot be published beside the other entries; none if it can. */
export function lifecycleProblems(entry: ModelEntry, entries: ModelEntry[], now: Date): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const { state, endsAt, replacement } = entry;
  if (state === 'deprecated' && endsAt && retirementOf(endsAt) <= now) {
    problems.push({ path: 'endsAt', message: 'This day has passed. Choose a later one, or retire the model' });
  }
  if (replacement === undefined) return problems;
  const named = entries.find(({ id }) => id === replacement);
  const fault = !named
    ? 'This model does not exist'
    : stateAt(named, now) !== 'live'
      ? 'A replacement is live'
      : named.output !== entry.output
        ? `A replacement makes the same: ${entry.output}`
        : null;
  return fault === null ? problems : [...problems, { path: 'replacement', message: fault }];
}

/** The error of requests for a retired model. @param replacement id of the model to use instead */
export function modelRetired({ id, name, replacement }: RetiredModel): LuitError {
  const advice = replacement === null ? '' : ` Use ${replacement} instead.`;
  const text = `${name} was retired.${advice}`;
  return new LuitError('model_retired', text, { details: { model: id, replacement } });
}
