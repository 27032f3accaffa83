import type { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminCreditPack, PackFields } from '@luit/contracts/billing/packs';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { diffFields, publishOperatorAction } from '../operators/operator-actions';
import { CreditPackEntity } from './credit-pack.entity';
import { toAdminCreditPack } from './packs.service';

const PAISE_PER_RUPEE = 100;
/** Lets operators edit credit packs. Orders store their own price, so earlier purchases keep theirs. */
@Injectable()
export class PackEditorService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws LuitError `conflict` if the id is taken, `validation_failed` */
  async create(request: RequestOf<typeof billingCalls.createPack>): Promise<AdminCreditPack> {
    const { adminId, id: packId, ...pack } = request;
    return this.database.transaction(async (manager) => {
      const row = { id: packId, ...toColumns(pack) };
      const { raw } = (await manager
        .createQueryBuilder()
        .insert()
        .into(CreditPackEntity)
        .values(row)
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      if (raw.length === 0) throw new LuitError('conflict', `A pack with the ID "${packId}" already exists`);
      const created = toAdminCreditPack(await manager.findOneByOrFail(CreditPackEntity, { id: packId }));
      const details = Object.fromEntries(Object.entries(pack).map(([name, value]) => [name, JSON.stringify(value)]));
      await publishOperatorAction(manager, { adminId, action: 'pack_created', subject: packId, details });
      return created;
    });
  }

  /** Writes nothing if nothing changes. @throws LuitError `not_found`, `validation_failed`, `conflict` for the last pack */
  async change(request: RequestOf<typeof billingCalls.changePack>): Promise<AdminCreditPack> {
    const { adminId, id: packId, changes, isArchived } = request;
    return this.database.transaction(async (manager) => {
      const row = await manager.findOne(CreditPackEntity, {
        where: { id: packId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!row) throw new LuitError('not_found', 'Pack not found');
      const before = toAdminCreditPack(row);
      const wasArchived = row.archivedAt !== null;
      const willBeArchived = isArchived ?? wasArchived;
      if (willBeArchived && !wasArchived) await this.requireAnotherPack(manager, packId);
      const columns = {
        ...toColumns(changes),
        ...(willBeArchived !== wasArchived && { archivedAt: willBeArchived ? new Date() : null }),
      };
      if (Object.keys(columns).length === 0) return before;
      await manager.update(CreditPackEntity, { id: packId }, columns);
      const after = toAdminCreditPack(await manager.findOneByOrFail(CreditPackEntity, { id: packId }));
      const details = diffFields(before, after);
      if (Object.keys(details).length === 0) return after;
      const archiveAction = willBeArchived ? 'pack_archived' : 'pack_restored';
      const action = willBeArchived === wasArchived ? 'pack_changed' : archiveAction;
      await publishOperatorAction(manager, { adminId, action, subject: packId, details });
      return after;
    });
  }

  private async requireAnotherPack(manager: EntityManager, packId: string): Promise<void> {
    const [row] = await manager.query<unknown[]>(
      `SELECT FROM credit_packs WHERE archived_at IS NULL AND id <> $1 LIMIT 1 FOR UPDATE`,
      [packId],
    );
    if (!row) throw new LuitError('conflict', 'This is the only pack for sale. Create another one first.');
  }
}

function toColumns(pack: Partial<PackFields>): Partial<CreditPackEntity> {
  const { price, popular, savings, ...same } = pack;
  return {
    ...same,
    ...(price !== undefined && { pricePaise: Math.round(price * PAISE_PER_RUPEE) }),
    ...(popular !== undefined && { isPopular: popular }),
    ...(savings !== undefined && { savingsPercent: savings }),
  };
}
