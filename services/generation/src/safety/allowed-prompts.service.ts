import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';

interface Texts {
  prompt: string;
  negativePrompt?: string | null;
  /** Of the image that a classifier found. */
  imageHash?: string | null;
}

/** Texts that operators allowed an account to use. Only prompts in which a rule finds something are looked up. */
@Injectable()
export class AllowedPromptsService {
  constructor(private readonly database: DataSource) {}

  async has({ userId, ...texts }: Texts & { userId: string }): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      'SELECT FROM safety_allowed_prompts WHERE user_id = $1 AND hash = $2',
      [userId, textHash(texts)],
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
