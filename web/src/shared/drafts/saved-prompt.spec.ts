import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearPrompt, savedDraft, savePrompt, savedPrompt } from './saved-prompt';

describe('the saved prompt', () => {
  afterEach(() => {
    vi.useRealTimers();
    clearPrompt();
  });

  it('the prompt is saved until it is cleared [HOME-01]', () => {
    expect(savedPrompt()).toBe('');
    savePrompt({ prompt: 'A boat at dawn' });
    expect(savedPrompt()).toBe('A boat at dawn');
    clearPrompt();
    expect(savedPrompt()).toBe('');
  });

  it('the plan and the options of an example are saved with its prompt', () => {
    const draft = { prompt: 'A boat at dawn', planId: '5s-720p', options: { style: 'watercolor' } };
    savePrompt(draft);
    expect(savedDraft()).toEqual(draft);
  });

  it('the prompt expires after a day, and invalid data is ignored', () => {
    vi.useFakeTimers({ now: 0 });
    savePrompt({ prompt: 'A boat at dawn' });
    vi.setSystemTime(86_400_000);
    expect(savedPrompt()).toBe('');
    for (const text of ['{', '7', '{"prompt":7,"at":86400000}']) {
      localStorage.setItem('luit.prompt', text);
      expect(savedPrompt()).toBe('');
    }
  });
});
