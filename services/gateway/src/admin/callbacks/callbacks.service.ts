import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { CallbackReplayDto, CallbacksQuery } from './callbacks.dto';

@Injectable()
export class CallbacksService {
  constructor(private readonly calls: CallClient) {}

  list({ q, provider, ...filter }: CallbacksQuery) {
    const words = q?.trim() || undefined;
    return this.calls.call(operationsCalls.listProviderCallbacks, {
      ...filter,
      provider: provider || undefined,
      words,
    });
  }

  /** @throws LuitError `not_found` */
  get(id: string) {
    return this.calls.call(operationsCalls.getProviderCallback, { id: requireId(id) });
  }

  /** @throws LuitError `not_found`, `conflict` */
  async replay(adminId: string, id: string, { reason }: CallbackReplayDto) {
    await this.calls.call(operationsCalls.replayProviderCallback, { id: requireId(id), adminId, reason });
    return {};
  }
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Callback not found.');
  return id;
}
