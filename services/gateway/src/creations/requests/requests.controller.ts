import {
  generateBody,
  imagesBody,
  requestsQuery,
  restoreFromImageBody,
  retryBody,
  videoFromImageBody,
} from '@luit/contracts/generation/requests';
import { acceptedImageRequest, acceptedRequest, requestView } from '@luit/contracts/http/requests';
import { id } from '@luit/contracts/messages/fields';
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Put,
  Query,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { ImageVideoDto, RestoreDto } from './image-forms.dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { AcceptsBody } from '../../http/requests/body-kind';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute, PerMinuteUnlessStored } from '../../access/limits/rate-limit.guard';
import { ImageRequestsService } from './image-requests.service';
import { RequestsService } from './requests.service';

class GenerateDto extends dtoOf(generateBody) {}
class ImagesDto extends dtoOf(imagesBody) {}
class RequestsQuery extends dtoOf(requestsQuery) {}
class RestoreFromImageDto extends dtoOf(restoreFromImageBody) {}
class RetryDto extends dtoOf(retryBody) {}
class VideoFromImageDto extends dtoOf(videoFromImageBody) {}

@ApiTags('requests')
@ApiBearerAuth('user')
@Controller('api')
@UseGuards(UserGuard)
export class RequestsController {
  constructor(
    private readonly requests: RequestsService,
    private readonly images: ImageRequestsService,
  ) {}

  @Post('generate')
  @Answers(202, acceptedRequest)
  @UseInterceptors(PerMinuteUnlessStored('generatePerMinute'))
  @ApiOperation({ summary: 'Accepts a video request and holds its credits' })
  generate(@CurrentUser() user: Identity, @Body() input: GenerateDto, @IdempotencyKey() key?: string) {
    return this.requests.generate(user.id, input, key);
  }

  @Post('generate-image-video')
  @Answers(202, acceptedImageRequest)
  @UseGuards(PerMinute('generatePerMinute'))
  @AcceptsBody('multipart')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: ImageVideoDto })
  @ApiOperation({ summary: 'Accepts an image-to-video request and holds its credits' })
  generateFromImage(@CurrentUser() user: Identity, @Req() request: FastifyRequest, @IdempotencyKey() key?: string) {
    return this.images.generateVideo(user.id, request, key);
  }

  @Post('restore')
  @Answers(202, acceptedImageRequest)
  @UseGuards(PerMinute('generatePerMinute'))
  @AcceptsBody('multipart')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: RestoreDto })
  @ApiOperation({ summary: 'Accepts a photo restoration and holds its credits' })
  restore(@CurrentUser() user: Identity, @Req() request: FastifyRequest, @IdempotencyKey() key?: string) {
    return this.images.restore(user.id, request, key);
  }

  @Post('generate-from-image')
  @Answers(202, acceptedImageRequest)
  @UseInterceptors(PerMinuteUnlessStored('generatePerMinute'))
  @ApiOperation({ summary: 'Accepts an image-to-video request for an uploaded image and holds its credits' })
  generateFromUpload(@CurrentUser() user: Identity, @Body() input: VideoFromImageDto, @IdempotencyKey() key?: string) {
    return this.images.generateVideoOf(user.id, input, key);
  }

  @Post('generate-images')
  @Answers(202, acceptedImageRequest)
  @UseInterceptors(PerMinuteUnlessStored('generatePerMinute'))
  @ApiOperation({ summary: 'Accepts a request for up to four images and holds the credits of each' })
  generateImages(@CurrentUser() user: Identity, @Body() input: ImagesDto, @IdempotencyKey() key?: string) {
    return this.images.generateImages(user.id, input, key);
  }

  @Post('restore-from-image')
  @Answers(202, acceptedImageRequest)
  @UseInterceptors(PerMinuteUnlessStored('generatePerMinute'))
  @ApiOperation({ summary: 'Accepts the restoration of an uploaded photo and holds its credits' })
  restoreUpload(@CurrentUser() user: Identity, @Body() input: RestoreFromImageDto, @IdempotencyKey() key?: string) {
    return this.images.restoreOf(user.id, input, key);
  }

  @Get('requests')
  @Answers(200, {
    requests: z.array(requestView),
    favorites: z.array(id),
    shared: z.array(id),
    nextCursor: z.string().nullable(),
  })
  @ApiOperation({ summary: 'Lists the requests of the account, newest first' })
  list(@CurrentUser() user: Identity, @Query() query: RequestsQuery) {
    return this.requests.list(user.id, query);
  }

  @Delete('requests/:id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Deletes a finished request and its files' })
  remove(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.requests.remove(user.id, id);
  }

  @Put('requests/:id/favorite')
  @AnswersNothing()
  @ApiOperation({ summary: 'Marks a request as a favorite' })
  addFavorite(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.requests.setFavorite(user.id, id, true);
  }

  @Delete('requests/:id/favorite')
  @AnswersNothing()
  @ApiOperation({ summary: 'Removes the mark of a favorite' })
  removeFavorite(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.requests.setFavorite(user.id, id, false);
  }

  @Post('requests/:id/retry')
  @Answers(202, { request_id: id, credits: z.number(), request: requestView })
  @UseInterceptors(PerMinuteUnlessStored('generatePerMinute'))
  @ApiOperation({ summary: 'Creates a new request from one that failed or was canceled' })
  retry(
    @CurrentUser() user: Identity,
    @Param('id') id: string,
    @Body() input: RetryDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.requests.retry(user.id, id, input, key);
  }
}
