import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { cheapestPack } from '@luit/contracts/billing/pack-savings';
import type { AdminCreditPack, NewPackBody, PackChangeBody, PackFields } from '@luit/contracts/billing/packs';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';
import { withRealSavings } from './real-savings';

const DEFAULT_REASON = 'Change of prices';

export interface PackChange {
  message: string;
  /** Null while the change waits for approval. */
  pack: AdminCreditPack | null;
  approval: Approval | null;
}

@Injectable()
export class AdminPacksService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  async list(): Promise<{ items: AdminPackView[] }> {
    const { creditPacks } = await this.calls.call(billingCalls.listAllPacks, {});
    return { items: withRealSavings(creditPacks) };
  }

  /** @throws LuitError `conflict` if the id is taken */
  create(
    { id: packId, reason, ...changes }: NewPackBody,
    admin: Operator,
    idempotencyKey: string = uuidv7(),
  ): Promise<PackChange> {
    return this.approvals.actOrRequest(
      async () => {
        const pack = await this.calls.call(billingCalls.createPack, { adminId: admin.id, id: packId, ...changes });
        return { message: 'The pack has been created', pack, approval: null };
      },
      () => this.request(admin, { packId, changes }, reason, idempotencyKey),
    );
  }

  /** @throws LuitError `not_found`; `conflict` if it is the last active pack */
  change(
    packId: string,
    { archived: isArchived, reason, ...changes }: PackChangeBody,
    admin: Operator,
    idempotencyKey: string = uuidv7(),
  ): Promise<PackChange> {
    return this.approvals.actOrRequest(
      async () => {
        const change = { adminId: admin.id, id: packId, changes, isArchived };
        const pack = await this.calls.call(billingCalls.changePack, change);
        return { message: 'The pack has been saved', pack, approval: null };
      },
      () => this.request(admin, { packId, changes, isArchived }, reason, idempotencyKey),
    );
  }

  /** The approval shows the cheapest credits on sale, because the pack would undercut them. */
  private async request(
    admin: Operator,
    { packId, changes, isArchived }: { packId: string; changes: Partial<PackFields>; isArchived?: boolean },
    reason: string | undefined,
    idempotencyKey: string,
  ): Promise<PackChange> {
    const { creditPacks } = await this.calls.call(billingCalls.listAllPacks, {});
    const expected = creditPacks.find(({ id }) => id === packId) ?? null;
    const lowest = cheapestPack(creditPacks.filter(({ archived_at }) => archived_at === null));
    const cheapest = lowest ? { id: lowest.id, price: lowest.price, credits: lowest.credits } : null;
    const { name, price, credits } = { ...expected, ...changes };
    const approval = await this.approvals.request(admin, {
      action: { kind: 'pack', packId, changes, isArchived, expected, cheapest },
      preview: { name: name ?? packId, price: price ?? null, credits: credits ?? null },
      reason: reason ?? DEFAULT_REASON,
      idempotencyKey,
    });
    return { message: APPROVAL_NEEDED, pack: null, approval };
  }
}
