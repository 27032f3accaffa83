import { Module } from '@nestjs/common';
import { AdminSafetyController } from './admin-safety.controller';
import { AdminSafetyService } from './admin-safety.service';

@Module({ controllers: [AdminSafetyController], providers: [AdminSafetyService] })
export class AdminSafetyModule {}
