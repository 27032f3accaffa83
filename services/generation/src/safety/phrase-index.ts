import { patternWordsOf } from './normalize-text';

/** The position of a match: the words from `start` up to `end`. */
export interface Hit<Tag> {
  tag: Tag;
  phrase: string;
  start: number;
  end: number;
}

interface Phrase<Tag> {
  tag: Tag;
  phrase: string;
  words: WordTest[];
}

type WordTest = (word: string) => boolean;

/**
 * Finds phrases of whole words. `*` stands for any letters within a word. It reads a text once, and only tries phrases that begin with the
 * next word of the text, so its time grows with the text rather than with the lists.
 */
export class PhraseIndex<Tag> {
  private readonly byFirstWord = new Map<string, Phrase<Tag>[]>();
  /** Phrases with a `*` in their first word, by its first letter. */
  private readonly byFirstLetter = new Map<string, Phrase<Tag>[]>();
  /** Phrases that begin with `*`. */
  private readonly others: Phrase<Tag>[] = [];

  /** Entries without a letter or a digit are ignored. */
  add(entry: string, tag: Tag): void {
    const words = patternWordsOf(entry);
    const [first] = words;
    if (first === undefined) return;
    const phrase = { tag, phrase: entry, words: words.map(wordTest) };
    if (!first.includes('*')) append(this.byFirstWord, first, phrase);
    else if (first.startsWith('*')) this.others.push(phrase);
    else append(this.byFirstLetter, first.charAt(0), phrase);
  }

  find(words: string[]): Hit<Tag>[] {
    return words.flatMap((word, start) =>
      [this.byFirstWord.get(word), this.byFirstLetter.get(word.charAt(0)), this.others].flatMap((phrases = []) =>
        phrases
          .filter((phrase) => phrase.words.every((test, i) => start + i < words.length && test(words[start + i]!)))
          .map(({ tag, phrase, words: { length } }) => ({ tag, phrase, start, end: start + length })),
      ),
    );
  }
}

function append<Tag>(phrases: Map<string, Phrase<Tag>[]>, key: string, phrase: Phrase<Tag>): void {
  const found = phrases.get(key);
  if (found) found.push(phrase);
  else phrases.set(key, [phrase]);
}

/** Compares without regular expressions, so that no entry of an operator can make one slow. */
function wordTest(pattern: string): WordTest {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (word) => word === first;
  return (word) => {
    if (word.length < first.length + last.length || !word.startsWith(first) || !word.endsWith(last)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = word.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from <= word.length - last.length;
  };
}
