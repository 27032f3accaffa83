import { VIDEO_DURATIONS } from '../limits';
import { ASPECT_RATIOS } from '../options';
import { videoPlan } from '../plans';
import { valuesOf } from './listed-values';
import type { EntryProblem, ModelEntry } from './model-entry';
import type { ParameterName } from './model-parameters';

/** What forms and the API can ask a model for. */
const OFFERED: Partial<Record<ParameterName, readonly (string | number)[]>> = {
  aspectRatio: ASPECT_RATIOS,
  resolution: videoPlan.shape.quality.options,
  duration: VIDEO_DURATIONS,
};
const NOT_OFFERED: readonly ParameterName[] = ['sound', 'strength', 'count'];

/** The parts of a valid entry that no form and no request can ask for yet. */
export function notOffered({ output, starts, parameters }: ModelEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  if (output === 'image') problems.push({ path: 'output', message: 'Images cannot be requested yet' });
  if (starts.image && starts.image.references > 0) {
    problems.push({ path: 'starts.image.references', message: 'Reference images cannot be requested yet' });
  }
  for (const [name, definition] of Object.entries(parameters) as [ParameterName, object][]) {
    if (NOT_OFFERED.includes(name)) {
      problems.push({ path: `parameters.${name}`, message: 'This cannot be requested yet' });
    }
    const offered = OFFERED[name];
    const unknown = offered ? valuesOf(definition).filter((value) => !offered.includes(value)) : [];
    if (offered && unknown.length > 0) {
      const field = 'from' in definition ? 'from' : 'values';
      const message = `${unknown.join(', ')} cannot be requested yet, only ${offered.filter((value) => value !== 'original').join(', ')}`;
      problems.push({ path: `parameters.${name}.${field}`, message });
    }
  }
  return problems;
}
