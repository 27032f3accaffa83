import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAILURE_TEXTS, failureText } from './failure-texts';

const SERVER = readFileSync('../services/generation/src/request-state/failure-texts.ts', 'utf8');

describe('failureText', () => {
  it('a text is a message in the same words', () => {
    for (const [english, message] of FAILURE_TEXTS) expect(message()).toBe(english);
  });

  it('all texts of the server can be translated', () => {
    const texts = [...SERVER.matchAll(/'([A-Z][^']* [^']*)'/g)].map(([, text]) => text!);
    expect(texts).toHaveLength(FAILURE_TEXTS.size);
    expect(texts.filter((text) => !FAILURE_TEXTS.has(text))).toEqual([]);
  });

  it('a text that this version of the app does not know is shown as it is', () => {
    expect(failureText('The kiln went out')).toBe('The kiln went out');
  });
});
