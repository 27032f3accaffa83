import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { AdminGuard } from '../../identities/identity.guards';
import { InvoicesService } from '../../invoices/invoices.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/invoices')
@UseGuards(AdminGuard)
export class AdminInvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get(':file')
  @RecordedAccess('invoice_downloaded')
  @Header('cache-control', 'no-store')
  @ApiProduces('application/pdf')
  @ApiOperation({ summary: 'Downloads the document of any user’s transaction: {transactionId}.pdf' })
  download(@Param('file') file: string): Promise<StreamableFile> {
    return this.invoices.ofAnyone(file);
  }
}
