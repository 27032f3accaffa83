import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminCreditPack } from '@luit/contracts/billing/packs';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../identities/token.strategy';
import type { NewPackDto, PackChangeDto } from './admin-packs.dto';
import { withRealSavings } from './real-savings';

@Injectable()
export class AdminPacksService {
  constructor(private readonly calls: CallClient) {}

  async list(): Promise<{ items: AdminPackView[] }> {
    const { creditPacks } = await this.calls.call(billingCalls.listAllPacks, {});
    return { items: withRealSavings(creditPacks) };
  }

  /** @throws LuitError `conflict` if the id is taken */
  async create(input: NewPackDto, { id: adminId }: Identity): Promise<{ message: string; pack: AdminCreditPack }> {
    const pack = await this.calls.call(billingCalls.createPack, { adminId, ...input });
    return { message: 'The pack has been created', pack };
  }

  /** @throws LuitError `not_found`; `conflict` if it is the last active pack */
  async change(
    id: string,
    { archived, ...changes }: PackChangeDto,
    { id: adminId }: Identity,
  ): Promise<{ message: string; pack: AdminCreditPack }> {
    const pack = await this.calls.call(billingCalls.changePack, { adminId, id, changes, isArchived: archived });
    return { message: 'The pack has been saved', pack };
  }
}
