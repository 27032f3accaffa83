import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminCreditPack, CreditPack, PackFields } from '@luit/contracts/billing/packs';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PackEditorService } from './pack-editor.service';
import { PacksService } from './packs.service';

@Controller()
export class PacksController {
  constructor(
    private readonly packs: PacksService,
    private readonly editor: PackEditorService,
  ) {}

  @OnCall(billingCalls.listPacks)
  listPacks(): Promise<{ creditPacks: CreditPack[] }> {
    return this.packs.list();
  }

  @OnCall(billingCalls.listAllPacks)
  listAllPacks(): Promise<{ creditPacks: AdminCreditPack[] }> {
    return this.packs.listAll();
  }

  @OnCall(billingCalls.createPack)
  createPack(request: { adminId: string; id: string } & PackFields): Promise<AdminCreditPack> {
    return this.editor.create(request);
  }

  @OnCall(billingCalls.changePack)
  changePack(request: {
    adminId: string;
    id: string;
    changes: Partial<PackFields>;
    isArchived?: boolean;
  }): Promise<AdminCreditPack> {
    return this.editor.change(request);
  }
}
