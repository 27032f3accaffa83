import { Module } from '@nestjs/common';
import { DeliveriesService } from './deliveries.service';

/** Deliveries to addresses outside: prepared and recorded here, made by the worker. */
@Module({ providers: [DeliveriesService], exports: [DeliveriesService] })
export class DeliveriesModule {}
