import { planList } from '@luit/contracts/generation/plans';
import { pricing } from '@luit/contracts/http/pricing';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers';
import { DataEnvelope } from '../http/envelope.interceptor';
import { PlansService } from './plans.service';

@ApiTags('prices')
@Controller('api')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get('plans')
  @Answers(200, planList.pick({ plans: true, models: true }))
  @ApiOperation({ summary: 'Lists the video plans and models' })
  listPlans() {
    return this.plans.listPlans();
  }

  @Get('credits/pricing')
  @Answers(200, pricing)
  @ApiOperation({ summary: 'Returns all prices: credit packs, video plans, restorations and models' })
  @DataEnvelope()
  getPricing() {
    return this.plans.getPricing();
  }
}
