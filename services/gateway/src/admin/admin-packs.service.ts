import { billingCalls } from '@luit/contracts/billing';
import type { AdminCreditPack, AdminPackView } from '@luit/contracts/http';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../identities/token.strategy';
import type { NewPackInput, PackChangeInput } from './admin-packs.input';
import { withTrueSavings } from './true-savings';

@Injectable()
export class AdminPacksService {
  constructor(private readonly calls: CallClient) {}

  async list(): Promise<{ items: AdminPackView[] }> {
    const { creditPacks } = await this.calls.call(billingCalls.listAllPacks, {});
    return { items: withTrueSavings(creditPacks) };
  }

  /** @throws LuitError `conflict` where the id is taken */
  async create(input: NewPackInput, { id: adminId }: Identity): Promise<{ message: string; pack: AdminCreditPack }> {
    const pack = await this.calls.call(billingCalls.createPack, { adminId, ...input });
    return { message: 'The pack has been created', pack };
  }

  /** @throws LuitError `not_found`; `conflict` where it is the last one for sale */
  async change(
    id: string,
    { archived, ...changes }: PackChangeInput,
    { id: adminId }: Identity,
  ): Promise<{ message: string; pack: AdminCreditPack }> {
    const pack = await this.calls.call(billingCalls.changePack, { adminId, id, changes, isArchived: archived });
    return { message: 'The pack has been saved', pack };
  }
}
