import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { AnswersFile } from '../../http/answers';
import { AdminGuard } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import { InvoicesService } from '../../invoices/invoices.service';

@ApiTags('admin transactions')
@ApiOperatorAuth()
@Controller('api/admin/invoices')
@UseGuards(AdminGuard)
@RequiresPermission('invoices.read')
export class AdminInvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get(':file')
  @AnswersFile('application/pdf')
  @RecordedAccess('invoice_downloaded')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Downloads the document of any user’s transaction: {transactionId}.pdf' })
  download(@Param('file') file: string): Promise<StreamableFile> {
    return this.invoices.ofAnyone(file);
  }
}
