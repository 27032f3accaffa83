import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';

/** Refuses prompts with configured phrases before anything is held or paid. Providers moderate in addition. */
@Injectable()
export class ContentPolicyService {
  private readonly pattern: RegExp | null;

  constructor(@Inject(CONFIG) { policyWords }: Pick<GenerationConfig, 'policyWords'>) {
    const alternatives = policyWords.map((phrase) => normalize(phrase).split(' ').map(escape).join(' ')).join('|');
    this.pattern = alternatives ? new RegExp(` (?:${alternatives}) `, 'u') : null;
  }

  /** @throws LuitError `refused_by_policy` */
  check(...texts: (string | undefined)[]): void {
    if (!texts.some((text) => text !== undefined && this.pattern?.test(` ${normalize(text)} `))) return;
    throw new LuitError(
      'refused_by_policy',
      'This prompt violates our content policy. Trying it again won’t help. Please change the prompt. You weren’t charged.',
    );
  }
}

/** Whole words separated by single spaces, so that case, width, diacritics and punctuation cannot hide one. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
