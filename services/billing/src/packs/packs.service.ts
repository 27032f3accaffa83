import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminCreditPack, CreditPack } from '@luit/contracts/billing/packs';
import { LuitError } from '@luit/contracts/errors';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { CreditPackEntity } from './credit-pack.entity';

const PAISE_PER_RUPEE = 100;

@Injectable()
export class PacksService {
  constructor(@InjectRepository(CreditPackEntity) private readonly packs: Repository<CreditPackEntity>) {}

  @OnCall(billingCalls.listPacks)
  async list(): Promise<{ creditPacks: CreditPack[] }> {
    const rows = await this.packs.find({ where: { archivedAt: IsNull() }, order: { position: 'ASC' } });
    return { creditPacks: rows.map(toCreditPack) };
  }

  /** Includes archived packs, at the end. */
  @OnCall(billingCalls.listAllPacks)
  async listAll(): Promise<{ creditPacks: AdminCreditPack[] }> {
    const rows = await this.packs.find({
      order: { archivedAt: { direction: 'ASC', nulls: 'FIRST' }, position: 'ASC' },
    });
    return { creditPacks: rows.map(toAdminCreditPack) };
  }

  /** @throws LuitError `invalid_pack` if the pack is unknown or archived */
  async getForSale(id: string): Promise<CreditPackEntity> {
    const pack = await this.packs.findOneBy({ id, archivedAt: IsNull() });
    if (!pack) throw new LuitError('invalid_pack', 'Invalid pack ID');
    return pack;
  }
}

export function toAdminCreditPack(row: CreditPackEntity): AdminCreditPack {
  return { ...toCreditPack(row), position: row.position, archived_at: row.archivedAt?.toISOString() ?? null };
}

function toCreditPack(row: CreditPackEntity): CreditPack {
  return {
    id: row.id,
    name: row.name,
    credits: row.credits,
    price: row.pricePaise / PAISE_PER_RUPEE,
    popular: row.isPopular,
    description: row.description,
    savings: row.savingsPercent,
  };
}
