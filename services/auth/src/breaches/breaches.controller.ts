import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { BreachLists } from './breach-lists';
import { BreachMailingsService } from './breach-mailings.service';
import { BreachesService } from './breaches.service';

@Controller()
export class BreachesController {
  constructor(
    private readonly breaches: BreachesService,
    private readonly lists: BreachLists,
    private readonly mailings: BreachMailingsService,
  ) {}

  @OnCall(authCalls.recordBreach)
  record(input: RequestOf<typeof authCalls.recordBreach>): ReturnType<BreachesService['record']> {
    return this.breaches.record(input);
  }

  @OnCall(authCalls.listBreaches)
  list(query: RequestOf<typeof authCalls.listBreaches>): ReturnType<BreachLists['list']> {
    return this.lists.list(query);
  }

  @OnCall(authCalls.getBreach)
  get({ breachId }: RequestOf<typeof authCalls.getBreach>): ReturnType<BreachesService['get']> {
    return this.breaches.get(breachId);
  }

  @OnCall(authCalls.addBreachAccounts)
  addAccounts(input: RequestOf<typeof authCalls.addBreachAccounts>): ReturnType<BreachesService['addAccounts']> {
    return this.breaches.addAccounts(input);
  }

  @OnCall(authCalls.clearBreachAccounts)
  clear(input: RequestOf<typeof authCalls.clearBreachAccounts>): ReturnType<BreachesService['clearAccounts']> {
    return this.breaches.clearAccounts(input);
  }

  @OnCall(authCalls.listBreachAccounts)
  accounts(query: RequestOf<typeof authCalls.listBreachAccounts>): ReturnType<BreachLists['accounts']> {
    return this.lists.accounts(query);
  }

  @OnCall(authCalls.saveBreachNotice)
  saveNotice(input: RequestOf<typeof authCalls.saveBreachNotice>): ReturnType<BreachesService['saveNotice']> {
    return this.breaches.saveNotice(input);
  }

  @OnCall(authCalls.getBreachMailings)
  getMailings({ breachId }: RequestOf<typeof authCalls.getBreachMailings>): ReturnType<BreachMailingsService['get']> {
    return this.mailings.get(breachId);
  }

  @OnCall(authCalls.sendBreachNotice)
  async sendNotice(input: RequestOf<typeof authCalls.sendBreachNotice>): Promise<Record<string, never>> {
    await this.mailings.send(input);
    return {};
  }

  @OnCall(authCalls.addBreachEvent)
  addEvent(input: RequestOf<typeof authCalls.addBreachEvent>): ReturnType<BreachesService['addEvent']> {
    return this.breaches.addEvent(input);
  }
}
