import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';
import { characterCount } from '@luit/contracts/messages/character-count';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';

/** Why the prompt cannot be submitted, or undefined. */
export function promptProblem(prompt: string): string | undefined {
  return prompt.trim() === '' ? t`Please enter a video prompt` : lengthProblem(prompt);
}

/** Shown while the user types, so that a long prompt is not found out at submission. */
export function lengthProblem(prompt: string): string | undefined {
  const excess = characterCount(prompt) - MAX_PROMPT_CHARACTERS;
  if (excess <= 0) return undefined;
  return tooLong(excess);
}

/** @param excess characters */
function tooLong(excess: number) {
  const characters = formatNumber(excess);
  return plural(excess, {
    one: `Your prompt is too long by ${characters} character.`,
    other: `Your prompt is too long by ${characters} characters.`,
  });
}
