import type { Consents } from '@luit/contracts/auth/consents';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ConsentsService } from './consents.service';

@Controller()
export class ConsentsController {
  constructor(private readonly consents: ConsentsService) {}

  @OnCall(authCalls.getConsents)
  get(request: { userId: string }): Promise<Consents> {
    return this.consents.get(request);
  }

  @OnCall(authCalls.changeConsent)
  change(request: RequestOf<typeof authCalls.changeConsent>): Promise<Consents> {
    return this.consents.change(request);
  }
}
