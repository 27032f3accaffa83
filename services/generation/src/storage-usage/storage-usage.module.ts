import { Module } from '@nestjs/common';
import { StorageUsageService } from './storage-usage.service';

@Module({ providers: [StorageUsageService] })
export class StorageUsageModule {}
