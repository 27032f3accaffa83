import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { CreditsController } from './credits.controller';
import { CreditsService } from './credits.service';

@Module({
  imports: [LimitsModule],
  controllers: [CreditsController],
  providers: [CreditsService],
})
export class CreditsModule {}
