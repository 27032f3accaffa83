import { t } from '@lingui/core/macro';

interface SuggestionGroup {
  id: string;
  readonly name: string;
  /** Words that show that a prompt already describes this aspect. */
  covered: RegExp;
  /** Words of prompts are not translated. */
  phrases: readonly string[];
}

const GROUPS: readonly SuggestionGroup[] = [
  {
    id: 'subject',
    get name() {
      return t({ message: 'Subject', context: 'what a prompt describes' });
    },
    covered: /\S+\s+\S+/u,
    phrases: ['An old fishing boat', 'Two children with kites', 'A street in the rain'],
  },
  {
    id: 'movement',
    get name() {
      return t({ message: 'Movement', context: 'what a prompt describes' });
    },
    covered:
      /\b(cross|walk|run|fl(y|ies)|drift|ris|roll|sway|fall|turn|dance|dancing|blow|mov|pass|swim|drive|driving|flow|jump|spin)\w*/iu,
    phrases: ['leaves sway in the wind', 'mist drifts slowly', 'people walk past'],
  },
  {
    id: 'light',
    get name() {
      return t({ message: 'Light', context: 'what a prompt describes' });
    },
    covered:
      /\b(dawn|dusk|sunset|sunrise|sun|sunny|sunlight|light|lit|night|moon\w*|neon|lamp\w*|candle\w*|morning|afternoon|evening|golden|shadows?)\b/iu,
    phrases: ['at dawn', 'golden evening light', 'neon lights at night'],
  },
  {
    id: 'camera',
    get name() {
      return t({ message: 'Camera', context: 'what a prompt describes' });
    },
    covered: /\b(camera|close-?up|wide shot|drone|pan|pans|zoom\w*|tracking|aerial|handheld|slow motion)\b/iu,
    phrases: ['slow camera from left to right', 'close-up', 'a drone rises slowly'],
  },
];

/** The aspects that a prompt does not describe yet, with phrases that would complete it. */
export function missingAspects(prompt: string): SuggestionGroup[] {
  return GROUPS.filter(({ covered }) => !covered.test(prompt));
}

/**
 * Inserts a phrase into a prompt, separated by commas from the text around it.
 * @param at the position of the cursor, in UTF-16 code units
 * @returns the new prompt and the position after the phrase
 */
export function insertPhrase(prompt: string, at: number, phrase: string): { prompt: string; cursor: number } {
  const before = prompt.slice(0, at).trimEnd();
  const after = prompt.slice(at).trimStart();
  const isAfterPunctuation = /\p{P}$/u.test(before);
  const lead = before === '' ? '' : isAfterPunctuation ? ' ' : ', ';
  const tail = after === '' || /^\p{P}/u.test(after) ? '' : ', ';
  const start = before + lead + phrase;
  return { prompt: start + tail + after, cursor: start.length };
}
