import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers/answers';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { publicModel } from './public-model';
import { PublicModelsService } from './public-models.service';

@ApiTags('public api')
@Controller('v1/models')
export class PublicModelsController {
  constructor(private readonly models: PublicModelsService) {}

  @Get()
  @Answers(200, { object: z.literal('list'), data: z.array(publicModel) })
  @PublicApiRoute('videos:read', 'Lists the models that the key may use, with lengths, sizes and credits')
  list(@Req() { user }: ApiRequest) {
    return this.models.list(user!);
  }

  @Get(':id')
  @Answers(200, publicModel)
  @PublicApiRoute('videos:read', 'Returns a model that the key may use')
  get(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.models.get(user!, id);
  }
}
