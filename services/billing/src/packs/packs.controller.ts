import { billingCalls } from '@luit/contracts/billing';
import type { CreditPack } from '@luit/contracts/http';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PacksService } from './packs.service';

@Controller()
export class PacksController {
  constructor(private readonly packs: PacksService) {}

  @OnCall(billingCalls.listPacks)
  listPacks(): Promise<{ creditPacks: CreditPack[] }> {
    return this.packs.list();
  }
}
