import { generationCalls } from '@luit/contracts/generation/messages';
import {
  exchangeRateBody,
  marginQuery,
  marginReport,
  providerCosts,
  providerPriceBody,
} from '@luit/contracts/generation/provider-costs';
import { Body, Controller, Get, Header, Post, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { ProviderCostsService } from './provider-costs.service';

class ExchangeRateDto extends dtoOf(exchangeRateBody) {}
class MarginQuery extends dtoOf(marginQuery) {}
class ProviderPriceDto extends dtoOf(providerPriceBody) {}

@ApiTags('admin reports')
@ApiOperatorAuth()
@Controller('api/admin')
@UseGuards(AdminGuard)
@DataEnvelope()
export class ProviderCostsController {
  constructor(private readonly costs: ProviderCostsService) {}

  @Get('provider-costs')
  @RequiresPermission('prices.read')
  @Answers(200, providerCosts)
  @ApiOperation({ summary: 'Lists the prices of providers and the exchange rates, newest first' })
  list() {
    return this.costs.list();
  }

  @Post('provider-costs/prices')
  @RequiresPermission('provider_costs.change')
  @Answers(201, generationCalls.addProviderPrice.output)
  @ApiOperation({ summary: 'Adds the price that a provider charges for a model starting on a given day' })
  addPrice(@CurrentUser() admin: Identity, @Body() input: ProviderPriceDto) {
    return this.costs.addPrice(admin.id, input);
  }

  @Post('provider-costs/exchange-rates')
  @RequiresPermission('provider_costs.change')
  @Answers(201, generationCalls.addExchangeRate.output)
  @ApiOperation({ summary: 'Adds the exchange rate of a currency to rupees starting on a given day' })
  addRate(@CurrentUser() admin: Identity, @Body() input: ExchangeRateDto) {
    return this.costs.addRate(admin.id, input);
  }

  @Get('reports/margin')
  @RequiresPermission('reports.read')
  @Answers(200, marginReport)
  @ApiOperation({
    summary: 'Compares captured credits with provider costs',
    description: 'For jobs that succeeded, by the day they were submitted, in millionths of a rupee.',
  })
  margin(@Query() query: MarginQuery) {
    return this.costs.margin(query);
  }

  @Get('reports/margin.csv')
  @RequiresPermission('reports.export')
  @AnswersFile('text/csv')
  @RecordedAccess('margin_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Returns the margin report as CSV, in rupees' })
  marginFile(@Query() query: MarginQuery): Promise<StreamableFile> {
    return this.costs.marginFile(query);
  }
}
