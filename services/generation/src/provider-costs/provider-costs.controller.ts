import { generationCalls } from '@luit/contracts/generation/messages';
import type {
  ExchangeRate,
  MarginReport,
  ProviderCosts,
  ProviderPrice,
} from '@luit/contracts/generation/provider-costs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { MarginService } from './margin.service';
import { ProviderCostsService } from './provider-costs.service';

@Controller()
export class ProviderCostsController {
  constructor(
    private readonly costs: ProviderCostsService,
    private readonly margin: MarginService,
  ) {}

  @OnCall(generationCalls.listProviderCosts)
  list(): Promise<ProviderCosts> {
    return this.costs.list();
  }

  @OnCall(generationCalls.addProviderPrice)
  addPrice(input: RequestOf<typeof generationCalls.addProviderPrice>): Promise<{ price: ProviderPrice }> {
    return this.costs.addPrice(input);
  }

  @OnCall(generationCalls.addExchangeRate)
  addRate(input: RequestOf<typeof generationCalls.addExchangeRate>): Promise<{ rate: ExchangeRate }> {
    return this.costs.addRate(input);
  }

  @OnCall(generationCalls.getMargin)
  getMargin(input: RequestOf<typeof generationCalls.getMargin>): Promise<MarginReport> {
    return this.margin.read(input);
  }
}
