import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPTION_TEXTS, optionText } from './option-texts';

const seeds = (file: string, service = 'generation') => readFileSync(`../services/${service}/sql/${file}`, 'utf8');
const PRESETS = seeds('presets.sql').matchAll(/'(?:camera|style)', '([^']+)', '([^']+)'/g);
const PLANS = seeds('models.sql').matchAll(/^ {2}\('\d+s-\d+p', '([^']+)'/gm);
const MODELS = SHIPPED_MODELS.filter(({ output }) => output === 'video').map(({ description }) => ['', description.en]);
const PACKS = seeds('payment-tables.sql', 'billing').matchAll(
  /^ {2}\('\w+', '([^']+)', \d+, \d+, \w+, \d+, \d+, '([^']+)'\)/gm,
);

describe('optionText', () => {
  it('a text is a message in the same words', () => {
    for (const [english, message] of OPTION_TEXTS) expect(message()).toBe(english);
  });

  it.each([
    ['presets', PRESETS, 24],
    ['plans', PLANS, 4],
    ['models', MODELS, 6],
    ['packs', PACKS, 6],
  ])('all texts of the %s of a new installation can be translated', (_, matches, count) => {
    const texts = [...matches].flatMap(([, ...found]) => found);
    expect(texts).toHaveLength(count);
    expect(texts.filter((text) => !OPTION_TEXTS.has(text))).toEqual([]);
  });

  it('a text that an operator wrote is shown as it is', () => {
    expect(optionText('Monsoon')).toBe('Monsoon');
  });
});
