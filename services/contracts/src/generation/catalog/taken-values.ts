import { LuitError } from '../../errors';
import { INVALID_DURATION } from '../limits';
import { type Choice, refusalsOf, withDefaults } from './choices';
import type { Choices, ParameterValues } from './model-parameters';

/** The names of images differ between a choice and a request. */
const fieldOfRequest = (field: string) => (field === 'lastImage' ? 'lastImageKey' : field);

/**
 * The values of a choice with the defaults of its model.
 *
 * @throws LuitError `unsupported_combination` with each part that the model does not take by its field; `validation_failed` for a duration,
 *   where the model makes videos of 5 or 10 seconds
 * @param fieldOf the field of the body that asks for a part
 */
export function takenValues(
  { id, name }: { id: string; name: string },
  choices: Choices | null | undefined,
  choice: Choice,
  fieldOf: (field: string) => string = fieldOfRequest,
): ParameterValues {
  const refusals = refusalsOf(choices ?? undefined, choice);
  if (choices && refusals.length === 0) return withDefaults(choices, choice.values);
  const isDuration = refusals.some(({ field }) => field === 'duration');
  if (isDuration && String(choices?.parameters.duration?.values) === '5,10') {
    throw new LuitError('validation_failed', INVALID_DURATION, {
      details: { [fieldOf('duration')]: INVALID_DURATION },
    });
  }
  const texts = refusals.map(({ field, words }) => [fieldOf(field), `${name} does not support ${words}`]);
  throw new LuitError('unsupported_combination', String(texts[0]?.[1]), {
    details: { model: id, ...Object.fromEntries(texts) },
  });
}
