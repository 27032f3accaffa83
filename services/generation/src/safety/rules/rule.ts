/** The most severe result of a rule: a match in an unclear context is reviewed rather than refused. */
type Strength = 'refuse' | 'review';

/** Refuses or reviews prompts with any of the phrases. */
interface PhraseRule {
  phrases: string[];
  strength: Strength;
}

/** Refuses or reviews prompts with a phrase of each list, at most `within` words apart. */
interface PairRule {
  both: readonly [string[], string[]];
  within: number;
  strength: Strength;
}

export type Rule = PhraseRule | PairRule;

/** The shipped rules of a category. */
export interface CategoryRules {
  rules: Rule[];
  /** Phrases in which a listed word is harmless. */
  exceptions: string[];
}

/** The words of a list, which are separated by commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
