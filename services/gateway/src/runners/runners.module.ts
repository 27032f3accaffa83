import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { RunnerClaimsService } from './runner-claims.service';
import { RunnerOutputsService } from './runner-outputs.service';
import { RunnerTokens } from './runner-tokens';
import { RunnersController } from './runners.controller';

/** What runners beside GPUs call. */
@Module({
  imports: [StorageModule],
  controllers: [RunnersController],
  providers: [RunnerClaimsService, RunnerOutputsService, RunnerTokens],
})
export class RunnersModule {}
