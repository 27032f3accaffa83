import { z } from 'zod';

/** `SAFETY_CATEGORIES` of the contracts. Luit ignores other names, so a misspelled one must not pass. */
export const CATEGORIES = ['minors', 'intimate_imagery', 'violence', 'self_harm', 'impersonation', 'other'];

const SHAPE = 'JSON, a category or null for each value of the output: [null, "violence"] or {"1": "violence"}';

/**
 * The category of each value of the model's output.
 *
 * @typedef {{ byIndex: Map<number, string>; count?: number }} Labels `count` is how many values the output must have
 */

/** Parses an array with an entry per value, or an object by index whose missing indexes belong to no category. */
export const labels = z.string().transform((text, context) => {
  /** @param {string} message */
  const refuse = (message) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const given = parse(text);
  if (!given) return refuse(SHAPE);
  const entries = Object.entries(given).filter(([, category]) => category !== null);
  const unknown = entries.filter(([, category]) => !CATEGORIES.includes(String(category)));
  if (unknown.length > 0)
    return refuse(`Unknown: ${unknown.map(([, category]) => category).join(', ')}; known: ${CATEGORIES.join(', ')}`);
  if (entries.length === 0) return refuse('No value has a category, so nothing would ever be found');
  /** @type {Labels} */
  const result = {
    byIndex: new Map(entries.map(([index, category]) => [Number(index), String(category)])),
    count: Array.isArray(given) ? given.length : undefined,
  };
  return result;
});

/** @param {string} text @returns {object | null} null for another shape */
function parse(text) {
  try {
    const value = JSON.parse(text);
    if (value === null || typeof value !== 'object') return null;
    return Object.keys(value).every((index) => /^\d{1,6}$/.test(index)) ? value : null;
  } catch {
    return null;
  }
}
