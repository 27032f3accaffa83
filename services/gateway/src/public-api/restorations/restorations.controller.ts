import { restoration } from '@luit/contracts/http/restorations';
import { Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { named } from '../../http/requests/api-schemas';
import { AcceptsBody } from '../../http/requests/body-kind';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { FAILURE_CODES } from '../failure-codes';
import { listOf } from '../list';
import { ListQuery } from '../list-query';
import { OwnRequests } from '../own-requests';
import { PublicApiRoute } from '../public-api-route';
import { NewRestorationDto, RestorationContentQuery } from './restorations.dto';
import { RESTORATION, RestorationsService } from './restorations.service';

named(restoration, 'Restoration', `A restored photo. Fields that only Luit has are under \`luit\`. ${FAILURE_CODES}`);

const deleted = { id: z.string(), object: z.literal('restoration.deleted'), deleted: z.literal(true) };

@ApiTags('public api')
@Controller('v1/restorations')
export class RestorationsController {
  constructor(
    private readonly restorations: RestorationsService,
    private readonly own: OwnRequests,
  ) {}

  @Post()
  @Answers(200, restoration)
  @AcceptsBody('form or json')
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: NewRestorationDto })
  @PublicApiRoute('videos:write', 'Creates a restoration; its credits are held and taken from the budget of the key')
  create(@Req() request: ApiRequest, @IdempotencyKey() key?: string) {
    return this.restorations.create(request, key);
  }

  @Get()
  @Answers(200, listOf(restoration))
  @PublicApiRoute('videos:read', 'Lists the restorations of the account')
  list(@Req() { user }: ApiRequest, @Query() query: ListQuery) {
    return this.restorations.list(user!, query);
  }

  @Get(':id')
  @Answers(200, restoration)
  @PublicApiRoute('videos:read', 'Returns a restoration')
  get(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.restorations.get(user!, id);
  }

  @Get(':id/content')
  @AnswersFile('*/*', { isRange: true })
  @PublicApiRoute('videos:read', 'Downloads a restored photo or its thumbnail; supports range requests')
  content(
    @Req() request: ApiRequest,
    @Param('id') id: string,
    @Query() { variant }: RestorationContentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.own.content(request, id, RESTORATION, variant === 'image' ? 'output' : variant, reply);
  }

  @Post(':id/cancel')
  @Answers(200, restoration)
  @PublicApiRoute('videos:write', 'Cancels a restoration and returns its credits where possible')
  cancel(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.restorations.cancel(user!, id);
  }

  @Delete(':id')
  @Answers(200, deleted)
  @PublicApiRoute('videos:write', 'Deletes a finished restoration and its files')
  async remove(@Req() { user }: ApiRequest, @Param('id') id: string) {
    await this.own.remove(user!, id, RESTORATION);
    return { id, object: 'restoration.deleted' as const, deleted: true as const };
  }
}
