import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { AnswersFile } from '../../../http/answers/answers';
import { AdminGuard } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { InvoicesService } from '../../../money/invoices/invoices.service';

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
