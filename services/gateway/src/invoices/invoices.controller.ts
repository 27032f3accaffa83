import { Controller, Get, Header, Param, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../audit/recorded-access.interceptor';
import { AdminGuard, CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { InvoicesService } from './invoices.service';

@Controller('api')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get('credits/invoices/:file')
  @RecordedAccess('invoice_downloaded')
  @UseGuards(UserGuard)
  @Header('cache-control', 'no-store')
  @ApiTags('credits')
  @ApiBearerAuth('user')
  @ApiProduces('application/pdf')
  @ApiOperation({ summary: 'Downloads the receipt, invoice or credit note of a transaction: {transactionId}.pdf' })
  download(@Param('file') file: string, @CurrentUser() user: Identity): Promise<StreamableFile> {
    return this.invoices.ofUser(file, user);
  }

  @Get('admin/invoices/:file')
  @RecordedAccess('invoice_downloaded')
  @UseGuards(AdminGuard)
  @Header('cache-control', 'no-store')
  @ApiTags('admin')
  @ApiBearerAuth('admin')
  @ApiProduces('application/pdf')
  @ApiOperation({ summary: 'Downloads the document of any user’s transaction: {transactionId}.pdf' })
  downloadAny(@Param('file') file: string): Promise<StreamableFile> {
    return this.invoices.ofAnyone(file);
  }
}
