import type { RequestTexts } from '@luit/contracts/generation/catalog/model-parameters';
import { SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import { wordsOf } from './normalize-text';
import { type Hit, PhraseIndex } from './phrase-index';
import type { CategoryRules, Rule } from './rules/rule';
import { INTIMATE_IMAGERY_RULES } from './rules/intimate-imagery';
import { MINOR_RULES } from './rules/minors';
import { SELF_HARM_RULES } from './rules/self-harm';
import { VIOLENCE_RULES } from './rules/violence';

const NONE: CategoryRules = { rules: [], exceptions: [] };

/** The most serious category first. Operators add words of their own to each. */
const SHIPPED_RULES: Record<SafetyCategory, CategoryRules> = {
  minors: MINOR_RULES,
  intimate_imagery: INTIMATE_IMAGERY_RULES,
  violence: VIOLENCE_RULES,
  self_harm: SELF_HARM_RULES,
  impersonation: NONE,
  other: NONE,
};

/** A finding of a rule or the classifier in a request. */
export interface Match {
  category: SafetyCategory;
  verdict: 'review' | 'refuse';
  /** The entries of the lists that matched, or the finding of the classifier. */
  phrases: string[];
  /** SHA-256 of the image that the classifier found, in hex. */
  imageHash?: string;
}

/** A rule with the verdict that the settings give it. */
interface ActiveRule {
  category: SafetyCategory;
  verdict: Match['verdict'];
  /** How many words may be between the phrases of a pair; null for a rule of single phrases. */
  within: number | null;
}

interface Tag {
  category: SafetyCategory;
  /** Null for an exception. */
  rule: ActiveRule | null;
  /** Which list of a pair. */
  side: 0 | 1;
}

/** The compiled word lists of one version of the settings. */
export class RuleSet {
  private readonly index = new PhraseIndex<Tag>();

  constructor({ categories }: Pick<SafetySettings, 'categories'>) {
    for (const category of SAFETY_CATEGORIES) {
      const { verdict, words } = categories[category];
      if (verdict === 'off') continue;
      const { rules, exceptions } = SHIPPED_RULES[category];
      for (const rule of rules) this.addRule(category, verdict, rule);
      this.addPhrases(words, { category, verdict, within: null });
      for (const exception of exceptions) this.index.add(exception, { category, rule: null, side: 0 });
    }
  }

  /**
   * The most serious match: refusals before reviews, then in the order of the categories. A negative prompt names what the result must not
   * show, so only phrases that are refused on their own count in it.
   */
  check({ prompt, negativePrompt }: RequestTexts): Match | null {
    const matches = this.matchesOf(prompt);
    if (negativePrompt) matches.push(...this.matchesOf(negativePrompt).filter(isRefusedByItself));
    const [worst] = matches.toSorted((a, b) => rank(a) - rank(b));
    return worst ? { category: worst.category, verdict: worst.verdict, phrases: worst.phrases } : null;
  }

  private addRule(category: SafetyCategory, most: Match['verdict'], rule: Rule): void {
    const verdict = rule.strength === 'review' ? 'review' : most;
    if ('phrases' in rule) return this.addPhrases(rule.phrases, { category, verdict, within: null });
    const active = { category, verdict, within: rule.within };
    rule.both.forEach((phrases, side) => this.addPhrases(phrases, active, side as 0 | 1));
  }

  private addPhrases(phrases: string[], rule: ActiveRule, side: 0 | 1 = 0): void {
    for (const phrase of phrases) this.index.add(phrase, { category: rule.category, rule, side });
  }

  private matchesOf(text: string): (Match & { isPair: boolean })[] {
    const hits = withoutExceptions(this.index.find(wordsOf(text)));
    const rules = new Set(hits.map(({ tag }) => tag.rule!));
    return [...rules].flatMap((rule) => {
      const found = hits.filter(({ tag }) => tag.rule === rule);
      const phrases = rule.within === null ? [found[0]!.phrase] : pairOf(found, rule.within);
      return phrases ? [{ category: rule.category, verdict: rule.verdict, phrases, isPair: rule.within !== null }] : [];
    });
  }
}

function isRefusedByItself({ verdict, isPair }: Match & { isPair: boolean }): boolean {
  return verdict === 'refuse' && !isPair;
}

function rank({ category, verdict }: Match): number {
  return SAFETY_CATEGORIES.indexOf(category) + (verdict === 'refuse' ? 0 : SAFETY_CATEGORIES.length);
}

function withoutExceptions(hits: Hit<Tag>[]): Hit<Tag>[] {
  const exceptions = hits.filter(({ tag }) => !tag.rule);
  if (exceptions.length === 0) return hits;
  return hits.filter(
    ({ tag, start, end }) =>
      tag.rule &&
      !exceptions.some((other) => other.tag.category === tag.category && other.start < end && start < other.end),
  );
}

/** The phrases of a pair that is close enough and does not overlap. */
function pairOf(hits: Hit<Tag>[], within: number): string[] | undefined {
  const first = hits.filter(({ tag }) => tag.side === 0);
  const second = hits.filter(({ tag }) => tag.side === 1);
  for (const a of first) {
    const b = second.find((other) => {
      const gap = a.start < other.start ? other.start - a.end : a.start - other.end;
      return gap >= 0 && gap <= within;
    });
    if (b) return [a.phrase, b.phrase];
  }
  return undefined;
}
