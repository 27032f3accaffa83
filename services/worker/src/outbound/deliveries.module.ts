import { Module } from '@nestjs/common';
import { DeliveriesService } from './deliveries.service';

/** Delivers webhooks, messages about alerts, and web pushes. */
@Module({ providers: [DeliveriesService] })
export class DeliveriesModule {}
