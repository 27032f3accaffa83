import { DEFAULT_SAFETY_SETTINGS, type SafetySettings } from '@luit/contracts/generation/safety';
import { HARMFUL, HARMLESS } from '../test/safety-prompts';
import { RuleSet } from './rule-set';

const withCategory = (
  category: keyof SafetySettings['categories'],
  change: Partial<SafetySettings['categories']['other']>,
) => {
  const { categories } = DEFAULT_SAFETY_SETTINGS;
  return new RuleSet({ categories: { ...categories, [category]: { ...categories[category], ...change } } });
};
const verdictOf = (rules: RuleSet, prompt: string) => {
  const match = rules.check({ prompt });
  return match && [match.category, match.verdict];
};

describe('the safety rules', () => {
  const rules = new RuleSet(DEFAULT_SAFETY_SETTINGS);

  it.each(HARMLESS)('%j passes', (prompt) => {
    expect(rules.check({ prompt })).toBeNull();
  });

  it.each(HARMFUL)('%s, %s: %j', (category, verdict, prompt) => {
    expect(verdictOf(rules, prompt)).toEqual([category, verdict]);
  });

  it('a category in review refuses nothing, and one that is off finds nothing', () => {
    const prompt = 'a girl cutting her wrists';
    expect(verdictOf(withCategory('self_harm', { verdict: 'review' }), prompt)).toEqual(['self_harm', 'review']);
    expect(verdictOf(withCategory('self_harm', { verdict: 'off' }), prompt)).toBeNull();
  });

  it('a refusal counts more than a review, and a serious category more than another one', () => {
    expect(verdictOf(rules, 'she is taking off her clothes, then a girl cutting her wrists')).toEqual([
      'self_harm',
      'refuse',
    ]);
    expect(verdictOf(rules, 'a girl cutting her wrists, nude kids')).toEqual(['minors', 'refuse']);
  });

  it('operators’ words match whole words, in any spelling, and * stands for letters of a word', () => {
    const own = withCategory('impersonation', { words: ['Acme Minister', 'vote for*', '*ghat', 'ज़िला*', 'x*y*z'] });
    for (const prompt of [
      'the ACME  minister’s speech',
      'vote forever',
      'a night in rajghat',
      'जिलाधिकारी का भाषण',
      'x1yyz',
    ]) {
      expect(verdictOf(own, prompt)).toEqual(['impersonation', 'refuse']);
    }
    expect(verdictOf(own, 'acme, minister')).toEqual(['impersonation', 'refuse']);
    for (const prompt of ['the acme ministers', 'votes forever', 'ghats of Banaras', 'xz y']) {
      expect(verdictOf(own, prompt)).toBeNull();
    }
  });

  it('what a video shall avoid may name anything but what is refused by itself', () => {
    const negative = (negativePrompt: string) => rules.check({ prompt: 'a lake', negativePrompt });
    expect(negative('nsfw, nude, child, blood, gory, suicide')).toBeNull();
    expect(negative('some CSAM')).toMatchObject({ category: 'minors', verdict: 'refuse' });
  });
});
