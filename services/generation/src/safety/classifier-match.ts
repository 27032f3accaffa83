import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import type { Match } from './rule-set';

/**
 * The most serious category whose score reaches its threshold: what is refused before what is reviewed.
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

/** What a bank of known material knows. Null if the category is off. */
export function bankMatchOf(banks: string[], category: SafetyCategory, { categories }: SafetySettings): Match | null {
  const { verdict } = categories[category];
  if (banks.length === 0 || verdict === 'off') return null;
  return { category, verdict, phrases: [`known in ${banks.join(', ')}`] };
}

/** What is found in something that the classifier did not answer for. */
export function unanswered(verdict: Match['verdict']): Match {
  return { category: 'other', verdict, phrases: ['classifier unavailable'] };
}
