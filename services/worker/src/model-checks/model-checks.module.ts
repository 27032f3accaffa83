import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { ModelChecksService } from './model-checks.service';

@Module({ imports: [ProvidersModule], providers: [ModelChecksService] })
export class ModelChecksModule {}
