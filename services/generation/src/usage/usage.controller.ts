import { generationCalls } from '@luit/contracts/generation/messages';
import type { UsageRow } from '@luit/contracts/generation/usage';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UsageService } from './usage.service';

@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @OnCall(generationCalls.getUsage)
  get(request: RequestOf<typeof generationCalls.getUsage>): Promise<{ rows: UsageRow[] }> {
    return this.usage.read(request);
  }
}
