import { generationEvents } from '@luit/contracts/generation/messages';
import type { TakedownMailing } from '@luit/contracts/generation/takedowns';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { TakedownMailer } from './takedown-mailer';

@Controller()
export class TakedownMailsController {
  constructor(private readonly mailer: TakedownMailer) {}

  @OnEvent(generationEvents.outputTakenDown)
  outputTakenDown(takedown: TakedownMailing, manager: EntityManager): Promise<void> {
    return this.mailer.queue(manager, 'output_taken_down', takedown);
  }

  @OnEvent(generationEvents.takedownLifted)
  takedownLifted(lift: TakedownMailing, manager: EntityManager): Promise<void> {
    return this.mailer.queue(manager, 'takedown_lifted', lift);
  }
}
