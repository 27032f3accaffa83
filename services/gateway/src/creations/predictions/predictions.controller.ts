import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { AcceptsBody } from '../../http/requests/body-kind';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { PredictionDto } from './predictions.dto';
import { PredictionsService, predictionView } from './predictions.service';
import { PROVIDER_KEY_HEADER, ProviderKey } from './provider-key';

@ApiTags('predictions')
@ApiBearerAuth('user')
@ApiHeader({ name: PROVIDER_KEY_HEADER, description: 'The user’s own API key; used for this call and never stored' })
@Controller('api/predictions')
@UseGuards(UserGuard, PerMinute('predictionPerMinute'))
export class PredictionsController {
  constructor(private readonly predictions: PredictionsService) {}

  @Post()
  @Answers(201, predictionView)
  @AcceptsBody('large json')
  @ApiBody({ type: PredictionDto })
  @ApiOperation({ summary: 'Restores a photo at the prediction service with the user’s own API key' })
  create(@ProviderKey() key: string, @CurrentUser() user: Identity, @Req() request: FastifyRequest) {
    return this.predictions.create(key, user.id, request);
  }

  @Get(':id')
  @Answers(200, predictionView)
  @ApiOperation({ summary: 'Returns the state of a restoration' })
  get(@ProviderKey() key: string, @Param('id') id: string) {
    return this.predictions.get(key, id);
  }

  @Get(':id/output')
  @AnswersFile('image/*')
  @ApiOperation({ summary: 'Downloads the restored photo' })
  output(@ProviderKey() key: string, @Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.predictions.output(key, id, reply);
  }
}
