import { Module } from '@nestjs/common';
import { StorageUsageController } from './storage-usage.controller';

@Module({ controllers: [StorageUsageController] })
export class StorageUsageModule {}
