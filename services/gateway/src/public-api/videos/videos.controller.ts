import { video } from '@luit/contracts/http/videos';
import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
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
import { ContentQuery, NewVideoDto, RemixDto } from './videos.dto';
import { VIDEO, VideosService } from './videos.service';

named(
  video,
  'Video',
  `A video in the shape of the Videos API, which servers of video models share. Fields that only Luit has are under \`luit\`. ${FAILURE_CODES}`,
);

const deletedVideo = { id: z.string(), object: z.literal('video.deleted'), deleted: z.literal(true) };

@ApiTags('public api')
@Controller('v1/videos')
export class VideosController {
  constructor(
    private readonly videos: VideosService,
    private readonly own: OwnRequests,
  ) {}

  @Post()
  @Answers(200, video)
  @AcceptsBody('form or json')
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: NewVideoDto })
  @PublicApiRoute('videos:write', 'Creates a video; its credits are held and taken from the budget of the key')
  create(@Req() request: ApiRequest, @IdempotencyKey() key?: string) {
    return this.videos.create(request, key);
  }

  @Get()
  @Answers(200, listOf(video))
  @PublicApiRoute('videos:read', 'Lists the videos of the account')
  list(@Req() { user }: ApiRequest, @Query() query: ListQuery) {
    return this.videos.list(user!, query);
  }

  @Get(':id')
  @Answers(200, video)
  @PublicApiRoute('videos:read', 'Returns a video')
  get(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.videos.get(user!, id);
  }

  @Get(':id/content')
  @AnswersFile('*/*', { isRange: true })
  @PublicApiRoute('videos:read', 'Downloads a video or its thumbnail; supports range requests')
  content(
    @Req() request: ApiRequest,
    @Param('id') id: string,
    @Query() { variant }: ContentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.own.content(request, id, VIDEO, variant === 'video' ? 'output' : variant, reply);
  }

  @Post(':id/remix')
  @Answers(200, video)
  @PublicApiRoute('videos:write', 'Makes a finished video again with another prompt, and holds its credits')
  remix(@Req() request: ApiRequest, @Param('id') id: string, @Body() input: RemixDto, @IdempotencyKey() key?: string) {
    return this.videos.remix(request, id, input, key);
  }

  @Post(':id/cancel')
  @Answers(200, video)
  @PublicApiRoute('videos:write', 'Cancels a video and returns its credits where possible')
  cancel(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.videos.cancel(user!, id);
  }

  @Delete(':id')
  @Answers(200, deletedVideo)
  @PublicApiRoute('videos:write', 'Deletes a finished video and its files')
  async remove(@Req() { user }: ApiRequest, @Param('id') id: string) {
    await this.own.remove(user!, id, VIDEO);
    return { id, object: 'video.deleted' as const, deleted: true as const };
  }
}
