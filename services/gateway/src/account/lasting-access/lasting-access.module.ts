import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { LastingAccessController } from './lasting-access.controller';
import { LastingAccessService } from './lasting-access.service';

@Module({ imports: [LimitsModule], controllers: [LastingAccessController], providers: [LastingAccessService] })
export class LastingAccessModule {}
