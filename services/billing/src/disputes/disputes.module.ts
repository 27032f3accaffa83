import { Module } from '@nestjs/common';
import { DisputesService } from './disputes.service';

@Module({ providers: [DisputesService] })
export class DisputesModule {}
