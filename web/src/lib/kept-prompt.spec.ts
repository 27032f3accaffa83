import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetPrompt, keepPrompt, keptPrompt } from './kept-prompt';

describe('the kept prompt', () => {
  afterEach(() => {
    vi.useRealTimers();
    forgetPrompt();
  });

  it('HOME-01: is there until it is forgotten', () => {
    expect(keptPrompt()).toBe('');
    keepPrompt('A boat at dawn');
    expect(keptPrompt()).toBe('A boat at dawn');
    forgetPrompt();
    expect(keptPrompt()).toBe('');
  });

  it('is not kept longer than a day, and what is no prompt is none', () => {
    vi.useFakeTimers({ now: 0 });
    keepPrompt('A boat at dawn');
    vi.setSystemTime(86_400_000);
    expect(keptPrompt()).toBe('');
    for (const text of ['{', '7', '{"prompt":7,"at":86400000}']) {
      localStorage.setItem('luit.prompt', text);
      expect(keptPrompt()).toBe('');
    }
  });
});
