import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { CallbackDetails } from '@luit/contracts/operations/provider-callbacks';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type CallbackPage, ProviderCallbacksService } from './provider-callbacks.service';

@Controller()
export class ProviderCallbacksController {
  constructor(private readonly callbacks: ProviderCallbacksService) {}

  @OnCall(operationsCalls.listProviderCallbacks)
  list(request: RequestOf<typeof operationsCalls.listProviderCallbacks>): Promise<CallbackPage> {
    return this.callbacks.list(request);
  }

  @OnCall(operationsCalls.getProviderCallback)
  get(request: { id: string }): Promise<CallbackDetails> {
    return this.callbacks.get(request);
  }

  @OnCall(operationsCalls.replayProviderCallback)
  async replay(request: RequestOf<typeof operationsCalls.replayProviderCallback>): Promise<Record<string, never>> {
    await this.callbacks.replay(request);
    return {};
  }
}
