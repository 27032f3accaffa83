import { Module } from '@nestjs/common';
import { LimitsModule } from '../../../access/limits/limits.module';
import { AdminSessionsController } from './admin-sessions.controller';
import { AdminSessionsService } from './admin-sessions.service';

@Module({
  imports: [LimitsModule],
  controllers: [AdminSessionsController],
  providers: [AdminSessionsService],
})
export class AdminSessionsModule {}
