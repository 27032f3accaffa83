import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../audit/recorded-access.interceptor';
import { AnswersFile } from '../http/answers';
import { CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
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
