import { sharedView } from '@luit/contracts/http/share-links';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { SharedOutputsService } from './shared-outputs.service';
import { SHARED_OUTPUTS } from './shared-urls';

/** For everyone who has a share link. */
@ApiTags('sharing')
@Controller(`${SHARED_OUTPUTS}/:token`)
export class SharedOutputsController {
  constructor(private readonly outputs: SharedOutputsService) {}

  @Get()
  @Answers(200, { shared: sharedView })
  @ApiOperation({ summary: 'Returns the video or photo of a share link' })
  async get(@Param('token') token: string) {
    return { shared: await this.outputs.view(token) };
  }

  @Get('output')
  @AnswersFile('*/*', { isRange: true })
  @ApiQuery({ name: 'download', required: false, description: 'If present, the file is sent as an attachment' })
  @ApiOperation({ summary: 'Sends the file of a share link; supports range requests' })
  output(
    @Param('token') token: string,
    @Query('download') download: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.outputs.open(token, 'output', { isDownload: download !== undefined, request, reply });
  }

  @Get('small')
  @AnswersFile('video/mp4', { isRange: true })
  @ApiQuery({ name: 'download', required: false, description: 'If present, the file is sent as an attachment' })
  @ApiOperation({ summary: 'Sends the small version of the video of a share link; supports range requests' })
  small(
    @Param('token') token: string,
    @Query('download') download: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.outputs.open(token, 'small', { isDownload: download !== undefined, request, reply });
  }

  @Get('animation')
  @AnswersFile('image/webp')
  @ApiQuery({ name: 'download', required: false, description: 'If present, the file is sent as an attachment' })
  @ApiOperation({ summary: 'Sends the first seconds of the video of a share link as an animated image' })
  animation(
    @Param('token') token: string,
    @Query('download') download: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.outputs.open(token, 'animation', { isDownload: download !== undefined, request, reply });
  }

  @Get('poster')
  @AnswersFile('image/*')
  @ApiOperation({ summary: 'Sends a frame of the video of a share link' })
  poster(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.outputs.open(token, 'poster', { isDownload: false, request, reply });
  }
}
