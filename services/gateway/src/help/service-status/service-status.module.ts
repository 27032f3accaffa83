import { Module } from '@nestjs/common';
import { ServiceStatusController } from './service-status.controller';

@Module({ controllers: [ServiceStatusController] })
export class ServiceStatusModule {}
