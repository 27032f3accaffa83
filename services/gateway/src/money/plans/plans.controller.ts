import { modelList } from '@luit/contracts/generation/models';
import { planList } from '@luit/contracts/generation/plans';
import { preset } from '@luit/contracts/generation/presets';
import { pricing } from '@luit/contracts/http/pricing';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers/answers';
import { DataEnvelope } from '../../http/answers/envelope.interceptor';
import { PlansService } from './plans.service';

@ApiTags('prices')
@Controller('api')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get('plans')
  @Answers(200, planList.pick({ plans: true, models: true, imageModels: true, retired: true }))
  @ApiOperation({ summary: 'Lists the video plans and models, and the models that were retired' })
  listPlans() {
    return this.plans.listPlans();
  }

  @Get('models')
  @Answers(200, modelList)
  @ApiOperation({ summary: 'Lists the models for videos and images with what they support and how long they take' })
  listModels() {
    return this.plans.listModels();
  }

  @Get('presets')
  @Answers(200, { presets: z.array(preset) })
  @ApiOperation({ summary: 'Lists the camera motions and styles that can be added to a prompt' })
  listPresets() {
    return this.plans.listPresets();
  }

  @Get('credits/pricing')
  @Answers(200, pricing)
  @ApiOperation({ summary: 'Returns all prices: credit packs, video plans, restorations and models' })
  @DataEnvelope()
  getPricing() {
    return this.plans.getPricing();
  }
}
