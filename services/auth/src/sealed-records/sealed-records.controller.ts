import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SealedRecordsService } from './sealed-records.service';

@Controller()
export class SealedRecordsController {
  constructor(private readonly records: SealedRecordsService) {}

  @OnCall(authCalls.getSealedRetention)
  retention(): { sealedUntil: string | null } {
    return { sealedUntil: this.records.sealedUntil()?.toISOString() ?? null };
  }

  @OnCall(authCalls.listSealedRecords)
  list(query: RequestOf<typeof authCalls.listSealedRecords>): ReturnType<SealedRecordsService['list']> {
    return this.records.list(query);
  }

  @OnCall(authCalls.openSealedRecord)
  open(request: RequestOf<typeof authCalls.openSealedRecord>): ReturnType<SealedRecordsService['open']> {
    return this.records.open(request);
  }
}
