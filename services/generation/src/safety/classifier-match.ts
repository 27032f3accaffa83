import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import type { Match } from './rule-set';

/** Categories of hash matcher banks: known child sexual abuse material. */
const KNOWN_CATEGORY: SafetyCategory = 'minors';

/**
 * The most serious category with a score at or above its threshold; refusals come before reviews.
 *
 * @param scores from 0 to 1 by category
 * @param what the scores are about, for operators
 */
export function matchOf(
  scores: Record<string, number>,
  { categories, classifier }: SafetySettings,
  what: string,
): Match | null {
  const matches = SAFETY_CATEGORIES.flatMap((category): Match[] => {
    const { verdict } = categories[category];
    // 0.57 × 100 is a little less than 57.
    const percent = Math.floor((scores[category] ?? 0) * 100 + 1e-9);
    if (verdict === 'off' || percent < classifier.thresholds[category]) return [];
    return [{ category, verdict, phrases: [`${what} ${percent} %`] }];
  });
  return matches.find(({ verdict }) => verdict === 'refuse') ?? matches[0] ?? null;
}

/** The finding for an image that matches a bank of known material. Null if the category is off. */
export function bankMatchOf(banks: string[], { categories }: SafetySettings): Match | null {
  const { verdict } = categories[KNOWN_CATEGORY];
  if (banks.length === 0 || verdict === 'off') return null;
  return { category: KNOWN_CATEGORY, verdict, phrases: [`known in ${banks.join(', ')}`] };
}

/** The finding for content that the classifier did not answer for. */
export function unanswered(verdict: Match['verdict']): Match {
  return { category: 'other', verdict, phrases: ['classifier unavailable'] };
}
