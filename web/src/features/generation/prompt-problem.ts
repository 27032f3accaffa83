import { characterCount } from '@luit/contracts/messages/character-count';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/limits';
import { generationCopy, generationMessages } from './copy';

/** Why the prompt cannot be submitted, or undefined. */
export function promptProblem(prompt: string): string | undefined {
  return prompt.trim() === '' ? generationMessages.promptMissing : lengthProblem(prompt);
}

/** Shown while the user types, so that a long prompt is not found out at submission. */
export function lengthProblem(prompt: string): string | undefined {
  const excess = characterCount(prompt) - MAX_PROMPT_CHARACTERS;
  if (excess <= 0) return undefined;
  return generationCopy.tooLong(excess);
}
