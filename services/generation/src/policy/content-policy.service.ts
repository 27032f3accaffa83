import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';

/** What nobody may ask for, looked at before anything is held or paid. A provider's moderation comes on top of it. */
@Injectable()
export class ContentPolicyService {
  private readonly pattern: RegExp | null;

  constructor(@Inject(CONFIG) { policyWords }: Pick<GenerationConfig, 'policyWords'>) {
    const alternatives = policyWords.map((phrase) => comparable(phrase).split(' ').map(escape).join(' ')).join('|');
    this.pattern = alternatives ? new RegExp(` (?:${alternatives}) `, 'u') : null;
  }

  /** @throws LuitError `refused_by_policy` */
  check(prompt: string): void {
    if (!this.pattern?.test(` ${comparable(prompt)} `)) return;
    throw new LuitError(
      'refused_by_policy',
      'This prompt is refused by the content policy. Nothing was charged; please change the prompt.',
    );
  }
}

/** Whole words with one space between them, so that neither case, width, marks nor punctuation hide one. */
function comparable(text: string): string {
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
