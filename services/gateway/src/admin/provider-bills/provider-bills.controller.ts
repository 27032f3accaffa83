import { billItem } from '@luit/contracts/generation/provider-bills';
import { page } from '@luit/contracts/messages/fields';
import { Body, Controller, Get, Header, Param, Post, Query, Req, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../http/answers';
import { AcceptsBody } from '../../http/body-kind';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { BillExportQuery, BillImportQuery, BillItemsQuery, BillsQuery, BillWithdrawalDto } from './provider-bills.dto';
import { ProviderBillsService, shownBill } from './provider-bills.service';

const preview = { columns: z.array(z.string()), sample: z.array(z.array(z.string())), lines: z.number() };
const CSV_BODY = { schema: { type: 'string' }, description: 'CSV with a header, in UTF-8, at most 5 MB' } as const;

@ApiTags('admin reports')
@ApiOperatorAuth()
@Controller('api/admin/provider-bills')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProviderBillsController {
  constructor(private readonly bills: ProviderBillsService) {}

  @Post('preview')
  @RequiresPermission('provider_bills.import')
  @Answers(200, preview)
  @AcceptsBody('csv')
  @ApiConsumes('text/csv')
  @ApiBody(CSV_BODY)
  @ApiOperation({ summary: 'Reads the columns and first lines of a bill; nothing is stored' })
  preview(@Req() request: FastifyRequest) {
    return this.bills.preview(request);
  }

  @Post()
  @RequiresPermission('provider_bills.import')
  @Answers(200, { bill: shownBill, isNew: z.boolean() })
  @AcceptsBody('csv')
  @ApiConsumes('text/csv')
  @ApiBody(CSV_BODY)
  @ApiOperation({
    summary: 'Imports a bill and compares it with our tasks',
    description: 'The same file with the same columns returns the bill of its first import, unless that was withdrawn.',
  })
  import(@CurrentUser() admin: Identity, @Query() query: BillImportQuery, @Req() request: FastifyRequest) {
    return this.bills.import(admin.id, query, request);
  }

  @Post(':id/withdraw')
  @RequiresPermission('provider_bills.withdraw')
  @Answers(200, { bill: shownBill })
  @ApiOperation({
    summary: 'Withdraws a wrong import',
    description: 'The bill stays in the list. Other bills ignore it, and its file can be imported again.',
  })
  withdraw(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() { reason }: BillWithdrawalDto) {
    return this.bills.withdraw(admin.id, id, reason);
  }

  @Get()
  @RequiresPermission('reports.read')
  @Answers(200, page(shownBill))
  @ApiOperation({ summary: 'Lists the imported bills, newest first' })
  list(@Query() query: BillsQuery) {
    return this.bills.list(query);
  }

  @Get(':id')
  @RequiresPermission('reports.read')
  @Answers(200, { bill: shownBill })
  @ApiOperation({ summary: 'Returns a bill and the sums of its comparison' })
  get(@Param('id') id: string) {
    return this.bills.get(id);
  }

  @Get(':id/items')
  @RequiresPermission('reports.read')
  @Answers(200, page(billItem))
  @ApiOperation({ summary: 'Lists the tasks on a bill in file order, then the tasks missing from it' })
  items(@Param('id') id: string, @Query() query: BillItemsQuery) {
    return this.bills.items(id, query);
  }

  @Get(':id/items.csv')
  @RequiresPermission('reports.export')
  @AnswersFile('text/csv')
  @RecordedAccess('provider_bill_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Returns the comparison of a bill as CSV' })
  file(@Param('id') id: string, @Query() { status }: BillExportQuery): Promise<StreamableFile> {
    return this.bills.file(id, status);
  }
}
