import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';

interface Texts {
  prompt: string;
  negativePrompt?: string | null;
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

/** Equal for exactly the same prompt and text to avoid. */
export function textHash({ prompt, negativePrompt }: Texts): string {
  return createHash('sha256')
    .update(JSON.stringify([prompt, negativePrompt || null]))
    .digest('hex');
}
