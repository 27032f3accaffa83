/** Rounding of the model may exceed the range of a probability by this much. */
const TOLERANCE = 1e-3;

/**
 * Turns the values of the model's output into scores from 0 to 1 by category.
 *
 * @param {Float32Array} values
 * @param {import('./settings.mjs').OutputSettings} settings
 * @returns {Record<string, number>}
 * @throws {RangeError} for values that are no numbers, or no probabilities although `ACTIVATION` is `none`
 */
export function scoresOf(values, { activation, combine, labels }) {
  const probabilities = ACTIVATIONS[activation](values);
  /** @type {Record<string, number>} */
  const scores = {};
  for (const [index, category] of labels.byIndex) {
    const probability = probabilities[index] ?? NaN;
    if (!(probability >= -TOLERANCE && probability <= 1 + TOLERANCE))
      throw new RangeError(`Value ${index} of the output is no probability`);
    const known = scores[category] ?? 0;
    scores[category] = clamp(combine === 'sum' ? known + probability : Math.max(known, probability));
  }
  return scores;
}

/** @type {Record<'softmax' | 'sigmoid' | 'none', (values: Float32Array) => number[]>} */
const ACTIVATIONS = {
  softmax(values) {
    const largest = values.reduce((one, other) => Math.max(one, other), -Infinity);
    const powers = [...values].map((value) => Math.exp(value - largest));
    const sum = powers.reduce((one, other) => one + other, 0);
    return powers.map((power) => power / sum);
  },
  sigmoid: (values) => [...values].map((value) => 1 / (1 + Math.exp(-value))),
  none: (values) => [...values],
};

/**
 * Whether softmax was already applied: applying it again makes all scores similar, so no threshold would ever be reached.
 *
 * @param {Float32Array} values
 */
export function areProbabilitiesOfClasses(values) {
  const sum = values.reduce((one, other) => one + other, 0);
  return values.length > 1 && Math.abs(sum - 1) < TOLERANCE && values.every((value) => value >= 0 && value <= 1);
}

/**
 * The highest score of each category.
 *
 * @param {Record<string, number>[]} all
 */
export function worstOf(all) {
  /** @type {Record<string, number>} */
  const worst = {};
  for (const scores of all)
    for (const [category, score] of Object.entries(scores)) worst[category] = Math.max(score, worst[category] ?? 0);
  return worst;
}

/** @param {number} value */
const clamp = (value) => Math.min(1, Math.max(0, value));
