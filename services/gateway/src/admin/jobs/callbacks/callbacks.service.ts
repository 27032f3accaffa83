import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { CallbacksQuery } from '@luit/contracts/operations/provider-callbacks';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReasonDto } from '../../reason.dto';

@Injectable()
export class CallbacksService {
  constructor(private readonly calls: CallClient) {}

  list({ q: words, ...filter }: CallbacksQuery) {
    return this.calls.call(operationsCalls.listProviderCallbacks, { ...filter, words });
  }

  /** @throws LuitError `not_found` */
  get(id: string) {
    return this.calls.call(operationsCalls.getProviderCallback, { id: requireId(id) });
  }

  /** @throws LuitError `not_found`, `conflict` */
  async replay(adminId: string, id: string, { reason }: ReasonDto) {
    await this.calls.call(operationsCalls.replayProviderCallback, { id: requireId(id), adminId, reason });
    return {};
  }
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Callback not found.');
  return id;
}
