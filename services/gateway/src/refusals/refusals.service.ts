import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { AppealDto } from './refusals.dto';

/** Refusals of prompts, for their owners. */
@Injectable()
export class RefusalsService {
  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `not_found` for a refusal of another account; `conflict` after another text or a decision */
  async appeal(userId: string, id: string, { text }: AppealDto): Promise<void> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This refusal is no longer stored.');
    await this.calls.call(generationCalls.appealRefusal, { userId, id, text });
  }
}
