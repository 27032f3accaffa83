import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { RefusalsController } from './refusals.controller';
import { RefusalsService } from './refusals.service';

@Module({ imports: [LimitsModule], controllers: [RefusalsController], providers: [RefusalsService] })
export class RefusalsModule {}
