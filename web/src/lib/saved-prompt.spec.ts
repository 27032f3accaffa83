import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearPrompt, savePrompt, savedPrompt } from './saved-prompt';

describe('the kept prompt', () => {
  afterEach(() => {
    vi.useRealTimers();
    clearPrompt();
  });

  it('HOME-01: is there until it is forgotten', () => {
    expect(savedPrompt()).toBe('');
    savePrompt('A boat at dawn');
    expect(savedPrompt()).toBe('A boat at dawn');
    clearPrompt();
    expect(savedPrompt()).toBe('');
  });

  it('is not kept longer than a day, and what is no prompt is none', () => {
    vi.useFakeTimers({ now: 0 });
    savePrompt('A boat at dawn');
    vi.setSystemTime(86_400_000);
    expect(savedPrompt()).toBe('');
    for (const text of ['{', '7', '{"prompt":7,"at":86400000}']) {
      localStorage.setItem('luit.prompt', text);
      expect(savedPrompt()).toBe('');
    }
  });
});
