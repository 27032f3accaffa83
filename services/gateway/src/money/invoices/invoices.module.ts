import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { LimitsModule } from '../../access/limits/limits.module';
import { InvoicesController } from './invoices.controller';
import { InvoicesService } from './invoices.service';
import { VideoReceiptsController } from './video-receipts.controller';

@Module({
  imports: [AuditModule, LimitsModule],
  controllers: [InvoicesController, VideoReceiptsController],
  providers: [InvoicesService],
  exports: [InvoicesService],
})
export class InvoicesModule {}
