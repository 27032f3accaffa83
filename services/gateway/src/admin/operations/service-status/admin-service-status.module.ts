import { Module } from '@nestjs/common';
import { AdminServiceStatusController } from './admin-service-status.controller';
import { AdminServiceStatusService } from './admin-service-status.service';

@Module({ controllers: [AdminServiceStatusController], providers: [AdminServiceStatusService] })
export class AdminServiceStatusModule {}
