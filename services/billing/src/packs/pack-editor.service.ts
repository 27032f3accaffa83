import type { AdminCreditPack, PackFields } from '@luit/contracts/billing/packs';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { parseInput, id } from '../ledger/input';
import { changesBetween, writeOperatorAction } from '../operators/operator-actions';
import { CreditPackEntity } from './credit-pack.entity';
import { toAdminCreditPack } from './packs.service';

const PAISE_PER_RUPEE = 100;
/** Razorpay takes no less than a rupee; the most keeps paise within the column. */
const MAX_RUPEES = 1_000_000;
const MAX_CREDITS = 1_000_000;

const fields = z.object({
  name: z.string().trim().min(1).max(60),
  credits: z.int().min(1).max(MAX_CREDITS),
  price: z.number().min(1).max(MAX_RUPEES).multipleOf(0.01),
  popular: z.boolean(),
  description: z.string().trim().min(1).max(200),
  savings: z.int().min(0).max(100),
  position: z.int().min(0).max(1_000),
});
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'is small letters, digits and hyphens');
const newPack = fields.extend({ adminId: id, id: slug });
const change = z.object({
  adminId: id,
  id: z.string().max(60),
  changes: fields.partial(),
  isArchived: z.boolean().optional(),
});

/** Packs as operators set them. What was bought before keeps its price: an order holds its own. */
@Injectable()
export class PackEditorService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws LuitError `conflict` where the id is taken, `validation_failed` */
  async create(request: z.input<typeof newPack>): Promise<AdminCreditPack> {
    const { adminId, id: packId, ...pack } = parseInput(newPack, request);
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
      if (raw.length === 0) throw new LuitError('conflict', `There is a pack "${packId}" already`);
      const created = toAdminCreditPack(await manager.findOneByOrFail(CreditPackEntity, { id: packId }));
      const details = Object.fromEntries(Object.entries(pack).map(([name, value]) => [name, JSON.stringify(value)]));
      await writeOperatorAction(manager, { adminId, action: 'pack_created', subject: packId, details });
      return created;
    });
  }

  /** Where nothing changes, nothing is written. @throws LuitError `not_found`, `validation_failed` */
  async change(request: z.input<typeof change>): Promise<AdminCreditPack> {
    const { adminId, id: packId, changes, isArchived } = parseInput(change, request);
    return this.database.transaction(async (manager) => {
      const row = await manager.findOne(CreditPackEntity, {
        where: { id: packId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!row) throw new LuitError('not_found', 'There is no such pack');
      const before = toAdminCreditPack(row);
      const wasArchived = row.archivedAt !== null;
      const isNow = isArchived ?? wasArchived;
      if (isNow && !wasArchived) await this.requireAnother(manager, packId);
      const columns = {
        ...toColumns(changes),
        ...(isNow !== wasArchived && { archivedAt: isNow ? new Date() : null }),
      };
      if (Object.keys(columns).length === 0) return before;
      await manager.update(CreditPackEntity, { id: packId }, columns);
      const after = toAdminCreditPack(await manager.findOneByOrFail(CreditPackEntity, { id: packId }));
      const details = changesBetween(before, after);
      if (Object.keys(details).length === 0) return after;
      const action = isNow === wasArchived ? 'pack_changed' : isNow ? 'pack_archived' : 'pack_restored';
      await writeOperatorAction(manager, { adminId, action, subject: packId, details });
      return after;
    });
  }

  private async requireAnother(manager: EntityManager, packId: string): Promise<void> {
    const [row] = await manager.query<unknown[]>(
      `SELECT FROM credit_packs WHERE archived_at IS NULL AND id <> $1 LIMIT 1 FOR UPDATE`,
      [packId],
    );
    if (!row) throw new LuitError('conflict', 'This is the last pack for sale. Create another one first.');
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
