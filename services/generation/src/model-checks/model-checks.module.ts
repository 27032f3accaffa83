import { Module } from '@nestjs/common';
import { ModelCheckStepsService } from './model-check-steps.service';
import { ModelChecksService } from './model-checks.service';

@Module({ providers: [ModelChecksService, ModelCheckStepsService], exports: [ModelCheckStepsService] })
export class ModelChecksModule {}
