import { authCalls, type ClosingParty } from '@luit/contracts/auth';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ClosingsService } from './closings.service';

@Controller()
export class ClosingsController {
  constructor(private readonly closings: ClosingsService) {}

  @OnCall(authCalls.closeAccount)
  async close(request: { userId: string; by: ClosingParty; wantsRefund: boolean }): Promise<Record<string, never>> {
    await this.closings.begin(request);
    return {};
  }
}
