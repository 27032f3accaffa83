import { generationCalls } from '@luit/contracts/generation/messages';
import type { StorageUsage } from '@luit/contracts/generation/storage-usage';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { StorageUsageService } from './storage-usage.service';

@Controller()
export class StorageUsageController {
  constructor(private readonly usage: StorageUsageService) {}

  @OnCall(generationCalls.getStorageUsage)
  get({ userId }: { userId: string }): Promise<StorageUsage> {
    return this.usage.of(userId);
  }
}
