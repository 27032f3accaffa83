/** Parts that a prompt may lack, and the words that show that it has them. */
const ADDITIONS: { covered: RegExp; words: string }[] = [
  {
    covered: /\b(walk|run|fl(y|ies)|drift|ris|sway|fall|turn|dance|dancing|blow|mov|cross|fade)\w*/i,
    words: 'moving gently',
  },
  { covered: /\b(dawn|dusk|sun\w*|light|night|moon\w*|golden|neon)\b/i, words: 'in soft morning light' },
  { covered: /\b(camera|close-?up|wide shot|drone|pan|zoom\w*)\b/i, words: 'slow camera from left to right' },
];
const FILLER = /^(please )?((make|create|generate|show)( me)? )?((an?|the) )?(video|clip|movie) (of|with|showing) /i;

/** The stand-in for a language model: drops filler at the start, and adds movement, light and camera where they are missing. */
export function rewritePrompt(prompt: string): string {
  const subject = prompt
    .trim()
    .replace(FILLER, '')
    .replace(/[.,\s]+$/, '');
  const missing = ADDITIONS.filter(({ covered }) => !covered.test(subject)).map(({ words }) => words);
  const sentence = [subject, ...missing].join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
