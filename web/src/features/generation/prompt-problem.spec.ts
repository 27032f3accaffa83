import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { expect, it } from 'vitest';
import { lengthProblem, promptProblem } from './prompt-problem';

it('a blank prompt is rejected [GEN-02]', () => {
  for (const prompt of ['', '  ', '\n\t']) expect(promptProblem(prompt)).toBe('Please enter a video prompt');
  expect(promptProblem('A boat')).toBeUndefined();
});

it('a prompt that is too long says by how much', () => {
  expect(lengthProblem('a'.repeat(MAX_PROMPT_CHARACTERS))).toBeUndefined();
  expect(lengthProblem('a'.repeat(MAX_PROMPT_CHARACTERS + 1))).toBe('Your prompt is too long by 1 character.');
  expect(promptProblem('a'.repeat(MAX_PROMPT_CHARACTERS + 1_200))).toBe('Your prompt is too long by 1,200 characters.');
});
