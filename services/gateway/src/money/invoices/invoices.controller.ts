import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../access/audit/recorded-access.interceptor';
import { AnswersFile } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { InvoicesService } from './invoices.service';

@ApiTags('credits')
@ApiBearerAuth('user')
@Controller('api/credits/invoices')
@UseGuards(UserGuard)
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get(':file')
  @AnswersFile('application/pdf')
  @RecordedAccess('invoice_downloaded')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Downloads the receipt, invoice or credit note of a transaction: {transactionId}.pdf' })
  download(@Param('file') file: string, @CurrentUser() user: Identity): Promise<StreamableFile> {
    return this.invoices.ofUser(file, user);
  }
}
