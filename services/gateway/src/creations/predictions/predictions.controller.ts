import {
  Controller,
  type ExecutionContext,
  Get,
  Param,
  Post,
  Req,
  Res,
  UseGuards,
  createParamDecorator,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LuitError } from '@luit/contracts/errors';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { AcceptsBody } from '../../http/requests/body-kind';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { PredictionDto } from './predictions.dto';
import { PredictionsService, predictionView } from './predictions.service';

const PROVIDER_KEY_HEADER = 'x-provider-key';

/**
 * Injects the user's own API key of the prediction service. It is never stored or logged.
 *
 * @throws LuitError `validation_failed` if it is missing
 */
const ProviderKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const key = context.switchToHttp().getRequest<FastifyRequest>().headers[PROVIDER_KEY_HEADER];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const text = 'Please enter your API key';
  throw new LuitError('validation_failed', text, { details: { [PROVIDER_KEY_HEADER]: text } });
});

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
