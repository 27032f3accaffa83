import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../http/envelope.interceptor';
import { PlansService } from './plans.service';

@ApiTags('prices')
@Controller('api')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get('plans')
  listPlans() {
    return this.plans.listPlans();
  }

  @Get('credits/pricing')
  @DataEnvelope()
  getPricing() {
    return this.plans.getPricing();
  }
}
