import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { CancellationService } from './cancellation.service';

@Controller()
export class CancellationsController {
  constructor(private readonly cancellation: CancellationService) {}

  @OnCall(generationCalls.cancelRequest)
  cancel(query: { userId: string; requestId: string }): Promise<RequestRecord> {
    return this.cancellation.cancel(query);
  }
}
