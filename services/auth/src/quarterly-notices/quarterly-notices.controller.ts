import { authCalls } from '@luit/contracts/auth/messages';
import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { QuarterlyNoticesService } from './quarterly-notices.service';

@Controller()
export class QuarterlyNoticesController {
  constructor(private readonly notices: QuarterlyNoticesService) {}

  @OnCall(authCalls.getQuarterlyNotice)
  get({ quarter }: RequestOf<typeof authCalls.getQuarterlyNotice>): Promise<QuarterlyNotice> {
    return this.notices.get(quarter);
  }

  @OnCall(authCalls.sendQuarterlyNotice)
  async send(input: RequestOf<typeof authCalls.sendQuarterlyNotice>): Promise<Record<string, never>> {
    await this.notices.send(input);
    return {};
  }
}
