import { billingCalls } from '@luit/contracts/billing/messages';
import { toPaise } from '@luit/contracts/billing/money';
import { cheapestPack } from '@luit/contracts/billing/pack-savings';
import type { AdminCreditPack, PackFields } from '@luit/contracts/billing/packs';
import { hasApprovals, sellsCheaper } from '@luit/contracts/billing/value-changes';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isDeepStrictEqual } from 'node:util';
import { type Approved, diffFields, publishOperatorAction } from '../operators/operator-actions';
import { SettingsService } from '../settings/settings.service';
import { CreditPackEntity } from './credit-pack.entity';
import { toAdminCreditPack } from './packs.service';

/** The change that a second operator approved, and the packs as they were then. */
interface ApprovedPack extends Approved {
  /** Null for a new pack. */
  expected?: AdminCreditPack | null;
  cheapest?: { id: string; price: number; credits: number } | null;
}

/** Lets operators edit credit packs. Orders store their own price, so earlier purchases keep theirs. */
@Injectable()
export class PackEditorService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: SettingsService,
  ) {}

  /**
   * @throws LuitError `conflict` if the id is taken, `validation_failed`; without `approvedBy`, `approval_required` for the
   * cheapest credits if approvals have a limit
   */
  @OnCall(billingCalls.createPack)
  async create(request: RequestOf<typeof billingCalls.createPack> & ApprovedPack): Promise<AdminCreditPack> {
    const { adminId, id: packId, approvedBy, expected: _, cheapest, ...pack } = request;
    return this.database.transaction(async (manager) => {
      const packs = await lockPacks(manager);
      const row = { id: packId, ...toColumns(pack) };
      const { raw } = (await manager
        .createQueryBuilder()
        .insert()
        .into(CreditPackEntity)
        .values(row)
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      if (raw.length === 0) {
        const existing = packs.find(({ id }) => id === packId);
        // The process may have crashed after an earlier attempt to create it.
        if (approvedBy && existing && isDeepStrictEqual({ ...existing, ...pack }, existing)) return existing;
        throw new LuitError('conflict', `A pack with the ID "${packId}" already exists`);
      }
      const created = toAdminCreditPack(await manager.findOneByOrFail(CreditPackEntity, { id: packId }));
      await this.requireApproval(manager, created, packs, { approvedBy, cheapest });
      const fields = Object.fromEntries(Object.entries(pack).map(([name, value]) => [name, JSON.stringify(value)]));
      const details = { ...fields, ...(approvedBy && { approvedBy }) };
      await publishOperatorAction(manager, { adminId, action: 'pack_created', subject: packId, details });
      return created;
    });
  }

  /**
   * Writes nothing if nothing changes.
   *
   * @throws LuitError `not_found`, `validation_failed`, `conflict` for the last pack; `approval_required` as for `create`
   */
  @OnCall(billingCalls.changePack)
  async change(request: RequestOf<typeof billingCalls.changePack> & ApprovedPack): Promise<AdminCreditPack> {
    const { adminId, id: packId, changes, isArchived, approvedBy, expected, cheapest } = request;
    return this.database.transaction(async (manager) => {
      const packs = await lockPacks(manager);
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
      const changed = diffFields(before, after);
      if (Object.keys(changed).length === 0) return after;
      if (expected && !isDeepStrictEqual(before, expected)) throw changedSince('The pack');
      await this.requireApproval(manager, after, packs, { approvedBy, cheapest });
      const details = { ...changed, ...(approvedBy && { approvedBy }) };
      const archiveAction = willBeArchived ? 'pack_archived' : 'pack_restored';
      const action = willBeArchived === wasArchived ? 'pack_changed' : archiveAction;
      await publishOperatorAction(manager, { adminId, action, subject: packId, details });
      return after;
    });
  }

  /** `packs` are all packs before the change. */
  private async requireApproval(
    manager: EntityManager,
    after: AdminCreditPack,
    packs: AdminCreditPack[],
    { approvedBy, cheapest }: ApprovedPack,
  ): Promise<void> {
    if (approvedBy) {
      const current = cheapestPack(packs.filter((pack) => pack.archived_at === null));
      const [now, then] = [current, cheapest].map((pack) => pack && `${pack.id} ${pack.price} ${pack.credits}`);
      if ((now ?? null) !== (then ?? null)) throw changedSince('The price of the cheapest credits');
      return;
    }
    if (!sellsCheaper(after, packs) || !hasApprovals((await this.settings.read(manager)).approveAbove)) return;
    throw new LuitError('approval_required', 'A second operator must approve the lowest price of a credit');
  }

  private async requireAnotherPack(manager: EntityManager, packId: string): Promise<void> {
    const [row] = await manager.query<unknown[]>(
      `SELECT FROM credit_packs WHERE archived_at IS NULL AND id <> $1 LIMIT 1 FOR UPDATE`,
      [packId],
    );
    if (!row) throw new LuitError('conflict', 'This is the only pack for sale. Create another one first.');
  }
}

/** All packs. Changes are made one after another, so that each is compared with the packs that it finds. */
async function lockPacks(manager: EntityManager): Promise<AdminCreditPack[]> {
  await manager.query('LOCK TABLE credit_packs IN SHARE ROW EXCLUSIVE MODE');
  return (await manager.find(CreditPackEntity)).map(toAdminCreditPack);
}

function changedSince(what: string): LuitError {
  return new LuitError('conflict', `${what} has changed since approval was requested`);
}

function toColumns(pack: Partial<PackFields>): Partial<CreditPackEntity> {
  const { price, popular, savings, ...same } = pack;
  return {
    ...same,
    ...(price !== undefined && { pricePaise: toPaise(price) }),
    ...(popular !== undefined && { isPopular: popular }),
    ...(savings !== undefined && { savingsPercent: savings }),
  };
}
