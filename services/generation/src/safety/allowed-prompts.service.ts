import { GUEST_ALLOWED_DAYS } from '@luit/contracts/generation/limits';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';

export interface Texts {
  prompt: string;
  negativePrompt?: string | null;
  /** Hash of the image that a classifier found. */
  imageHash?: string | null;
}

/** The account that all guests share here: each order of a guest has an account of its own. */
export const GUESTS = '00000000-0000-0000-0000-000000000000';

/** Texts that operators allowed an account or guests to use. Only prompts in which a rule finds something are looked up. */
@Injectable()
export class AllowedPromptsService {
  constructor(private readonly database: DataSource) {}

  async has({ userId, isGuest = false, ...texts }: Texts & { userId: string; isGuest?: boolean }): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `SELECT FROM safety_allowed_prompts WHERE user_id = $1 AND hash = $2
          AND (user_id <> '${GUESTS}' OR allowed_at > now() - interval '${GUEST_ALLOWED_DAYS} days')`,
      [isGuest ? GUESTS : userId, textHash(texts)],
    );
    return found.length > 0;
  }
}

/** Equal for exactly the same prompt, text to avoid and refused image. */
export function textHash({ prompt, negativePrompt, imageHash }: Texts): string {
  return createHash('sha256')
    .update(JSON.stringify([prompt, negativePrompt || null, ...(imageHash ? [imageHash] : [])]))
    .digest('hex');
}
