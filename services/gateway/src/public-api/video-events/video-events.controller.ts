import { Controller, Get, Headers, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { StaysOpen } from '../../http/logs/http-metrics';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { VideoStreamsService } from './video-streams.service';

const EVENTS =
  'Server-sent events named `video.queued`, `video.in_progress`, `video.completed`, `video.failed` and `video.canceled`. Each has the ' +
  '`sequence` of the video as its `id` and the whole `Video` as JSON in its `data`. A line that begins with a colon comes every 15 seconds. ' +
  'The stream ends after the final state.';
const EXAMPLE =
  'id: 4\nevent: video.completed\ndata: {"id":"019abf2e-5b0c-7c3e-9d50-3f6a1c2b4d5e","object":"video","status":"completed"}\n\n';
const SEQUENCE = /^\d{1,15}$/;

@ApiTags('public api')
@Controller('v1/videos')
export class VideoEventsController {
  constructor(private readonly streams: VideoStreamsService) {}

  @Get(':id/events')
  @StaysOpen()
  @ApiProduces('text/event-stream')
  @ApiResponse({ status: 200, description: EVENTS, schema: { type: 'string' }, example: EXAMPLE })
  @ApiResponse({ status: 204, description: 'The client knows the final state. Browsers do not connect again' })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `sequence` of the newest state that the client has; 204 if it is the final one',
    schema: { type: 'string' },
  })
  @PublicApiRoute('videos:read', 'Streams the states of a video as server-sent events, until the final one')
  async read(
    @Req() request: ApiRequest,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const known = lastEventId !== undefined && SEQUENCE.test(lastEventId) ? Number(lastEventId) : -1;
    const stream = await this.streams.start(request, id, known);
    if (!stream) return void reply.status(204);
    reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' });
  }
}
