import { Module } from '@nestjs/common';
import { StorageUsageController } from './storage-usage.controller';
import { StorageUsageService } from './storage-usage.service';

@Module({ controllers: [StorageUsageController], providers: [StorageUsageService] })
export class StorageUsageModule {}
