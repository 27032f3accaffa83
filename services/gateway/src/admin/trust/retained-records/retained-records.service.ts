import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { IdPageQuery } from '../../../http/requests/page-query';
import type { Identity } from '../../../access/identities/token.strategy';

/** The retained records of deleted accounts. */
@Injectable()
export class RetainedRecordsService {
  constructor(private readonly calls: CallClient) {}

  list({ limit, cursor }: IdPageQuery) {
    return this.calls.call(authCalls.listRetainedRecords, { limit, cursor });
  }

  /** @throws LuitError `not_found`, `conflict` */
  async open({ id: adminId }: Identity, userId: string, reason: string) {
    if (!isUUID(userId)) throw new LuitError('not_found', 'There is no retained record of this account');
    return { record: await this.calls.call(authCalls.openRetainedRecord, { adminId, userId, reason }) };
  }
}
