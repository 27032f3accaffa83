import { generationCalls } from '@luit/contracts/generation/messages';
import type { RepeatedTakedowns, TakedownSettings } from '@luit/contracts/generation/takedowns';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { RepeatTakedowns } from './repeat-takedowns';
import { TakedownSettingsService } from './takedown-settings.service';
import { TakedownsService } from './takedowns.service';

@Controller()
export class TakedownsController {
  constructor(
    private readonly takedowns: TakedownsService,
    private readonly repeats: RepeatTakedowns,
    private readonly settings: TakedownSettingsService,
  ) {}

  @OnCall(operationsCalls.takeDown)
  async takeDown(input: RequestOf<typeof operationsCalls.takeDown>): Promise<Record<string, never>> {
    await this.takedowns.takeDown(input);
    return {};
  }

  @OnCall(operationsCalls.liftTakedown)
  async lift(input: RequestOf<typeof operationsCalls.liftTakedown>): Promise<Record<string, never>> {
    await this.takedowns.lift(input);
    return {};
  }

  @OnCall(operationsCalls.openTakenDownFile)
  open(input: RequestOf<typeof operationsCalls.openTakenDownFile>): Promise<{ key: string }> {
    return this.takedowns.open(input);
  }

  @OnCall(operationsCalls.getTakedownSettings)
  getSettings(): Promise<TakedownSettings> {
    return this.settings.get();
  }

  @OnCall(operationsCalls.changeTakedownSettings)
  changeSettings(input: RequestOf<typeof operationsCalls.changeTakedownSettings>): Promise<TakedownSettings> {
    return this.settings.change(input);
  }

  @OnCall(operationsCalls.listRepeatedTakedowns)
  async listRepeated(): Promise<{ accounts: RepeatedTakedowns[] }> {
    return { accounts: await this.repeats.list() };
  }

  @OnCall(operationsCalls.countTakedowns)
  async count({ quarter }: RequestOf<typeof operationsCalls.countTakedowns>) {
    return { kinds: await this.takedowns.countIn(quarter) };
  }

  @OnCall(generationCalls.listTakenDownFiles)
  async listFiles({ keys }: RequestOf<typeof generationCalls.listTakenDownFiles>): Promise<{ keys: string[] }> {
    return { keys: await this.takedowns.among(keys) };
  }
}
