import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { TakedownSettingsController } from './takedown-settings.controller';

@Module({ imports: [ApprovalsModule], controllers: [TakedownSettingsController] })
export class TakedownSettingsModule {}
