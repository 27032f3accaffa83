import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type ProviderCallback, ProviderEventsService } from './provider-events.service';

@Controller()
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @OnCall(generationCalls.receiveProviderEvent)
  receive(callback: ProviderCallback): Promise<Record<string, never>> {
    return this.events.receive(callback);
  }
}
