import { Body, Controller, Get, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { UserGuard } from '../identities/identity.guards';
import { PerMinute } from '../limits/rate-limit.guard';
import { PredictionInput } from './predictions.input';
import { PredictionsService } from './predictions.service';
import { PROVIDER_KEY_HEADER, ProviderKey } from './provider-key';

@ApiTags('predictions')
@ApiBearerAuth('user')
@ApiHeader({ name: PROVIDER_KEY_HEADER, description: 'Your own key; used for this call, never kept' })
@Controller('api/predictions')
@UseGuards(UserGuard, PerMinute('predictionPerMinute'))
export class PredictionsController {
  constructor(private readonly predictions: PredictionsService) {}

  @Post()
  @ApiOperation({ summary: 'Restores a photo at the prediction service, paid with your own key there' })
  create(@ProviderKey() key: string, @Body() { input }: PredictionInput) {
    return this.predictions.create(key, input);
  }

  @Get(':id')
  get(@ProviderKey() key: string, @Param('id') id: string) {
    return this.predictions.get(key, id);
  }

  @Get(':id/output')
  @ApiOperation({ summary: 'The restored photo' })
  output(@ProviderKey() key: string, @Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.predictions.output(key, id, reply);
  }
}
