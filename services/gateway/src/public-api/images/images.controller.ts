import type { AcceptedRecord } from '@luit/contracts/generation/requests';
import { image, imageResults } from '@luit/contracts/http/images';
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
import { ImageWaits } from './image-waits.service';
import { ImageContentQuery, ImageEditDto, ImageGenerationDto, NewImageDto } from './images.dto';
import { IMAGE, type ImageFormat, ImagesService } from './images.service';

named(image, 'Image', `A generated image. Fields that only Luit has are under \`luit\`. ${FAILURE_CODES}`);
named(
  imageResults,
  'ImageResults',
  'Finished images, in the shape that servers of image models share. Fields that only Luit has are under `luit`.',
);

const deleted = { id: z.string(), object: z.literal('image.deleted'), deleted: z.literal(true) };
const WAITS =
  'waits up to 55 seconds for them; images that take longer are answered with status 202 and their ids, to poll `GET /v1/images/{id}`';

@ApiTags('public api')
@Controller('v1/images')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly waits: ImageWaits,
    private readonly own: OwnRequests,
  ) {}

  @Post()
  @Answers(200, image)
  @AcceptsBody('form or json')
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: NewImageDto })
  @PublicApiRoute(
    'videos:write',
    'Starts images from a prompt, or from an image and a prompt, and returns the first; the credits of each are held',
  )
  create(@Req() request: ApiRequest, @IdempotencyKey() key?: string) {
    return this.images.create(request, key);
  }

  @Post('generations')
  @Answers(200, imageResults)
  @PublicApiRoute('videos:write', `Makes images from a prompt and ${WAITS}`)
  async generate(
    @Req() request: ApiRequest,
    @Body() input: ImageGenerationDto,
    @Res({ passthrough: true }) reply: FastifyReply,
    @IdempotencyKey() key?: string,
  ) {
    return this.answer(request, await this.images.generate(request, input, key), input.response_format, reply);
  }

  @Post('edits')
  @Answers(200, imageResults)
  @AcceptsBody('form or json')
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: ImageEditDto })
  @PublicApiRoute('videos:write', `Changes an image as the prompt says and ${WAITS}`)
  async edit(
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @IdempotencyKey() key?: string,
  ) {
    const { record, format } = await this.images.edit(request, key);
    return this.answer(request, record, format, reply);
  }

  @Get()
  @Answers(200, listOf(image))
  @PublicApiRoute('videos:read', 'Lists the images of the account')
  list(@Req() { user }: ApiRequest, @Query() query: ListQuery) {
    return this.images.list(user!, query);
  }

  @Get(':id')
  @Answers(200, image)
  @PublicApiRoute('videos:read', 'Returns an image')
  get(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.images.get(user!, id);
  }

  @Get(':id/content')
  @AnswersFile('*/*', { isRange: true })
  @PublicApiRoute('videos:read', 'Downloads an image or its thumbnail; supports range requests')
  content(
    @Req() request: ApiRequest,
    @Param('id') id: string,
    @Query() { variant }: ImageContentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.own.content(request, id, IMAGE, variant === 'image' ? 'output' : variant, reply);
  }

  @Post(':id/cancel')
  @Answers(200, image)
  @PublicApiRoute('videos:write', 'Cancels an image and returns its credits where possible')
  cancel(@Req() { user }: ApiRequest, @Param('id') id: string) {
    return this.images.cancel(user!, id);
  }

  @Delete(':id')
  @Answers(200, deleted)
  @PublicApiRoute('videos:write', 'Deletes a finished image and its files')
  async remove(@Req() { user }: ApiRequest, @Param('id') id: string) {
    await this.own.remove(user!, id, IMAGE);
    return { id, object: 'image.deleted' as const, deleted: true as const };
  }

  private async answer({ user }: ApiRequest, record: AcceptedRecord, format: ImageFormat, reply: FastifyReply) {
    const results = await this.waits.results(user!, record, format);
    if (results.luit.status === 'in_progress') reply.status(202).header('location', `/v1/images/${record.id}`);
    return results;
  }
}
