import { Controller, Delete, Head, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Answers, AnswersNothing } from '../../../http/answers/answers';
import { AcceptsBody } from '../../../http/requests/body-kind';
import { type IdentifiedRequest, UserOrGuestGuard } from '../../../access/identities/identity.guards';
import { PerMinute } from '../../../access/limits/rate-limit.guard';
import { ResumableUploadsService } from './resumable-uploads.service';

const PATH = 'api/uploads/resumable';
const TUS = { 'tus-resumable': '1.0.0' };

/** Resumable uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload) with its extensions creation and termination. */
@ApiTags('uploads')
@Controller(PATH)
@UseGuards(UserOrGuestGuard)
@ApiBearerAuth('user')
export class ResumableUploadsController {
  constructor(private readonly uploads: ResumableUploadsService) {}

  @Post()
  @Answers(201, { upload_id: z.string() })
  @UseGuards(PerMinute('uploadPerMinute', 'accountUploadPerMinute'))
  @ApiHeader({ name: 'Upload-Length', required: true, description: 'Size of the file, bytes' })
  @ApiOperation({
    summary: 'Creates a resumable upload',
    description:
      'tus 1.0.0. `Location` is the address for the parts. An upload to which no part was added for an hour is deleted. Unused uploads of an account may have 200 MB together.',
  })
  async create(@Req() request: IdentifiedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const id = await this.uploads.create(request);
    reply.headers({ ...TUS, location: `/${PATH}/${id}` });
    return { upload_id: id };
  }

  @Head(':id')
  @AnswersNothing()
  @UseGuards(PerMinute('uploadPartPerMinute'))
  @ApiOperation({ summary: 'Returns in `Upload-Offset` how many bytes have arrived' })
  async offset(
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    const { offset, size } = await this.uploads.find(request, id);
    reply.headers({ ...TUS, 'upload-offset': offset, 'upload-length': size });
  }

  @Patch(':id')
  @AnswersNothing()
  @UseGuards(PerMinute('uploadPartPerMinute'))
  @AcceptsBody('part')
  @ApiConsumes('application/offset+octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiHeader({ name: 'Upload-Offset', required: true, description: 'Where the part begins, bytes' })
  @ApiOperation({
    summary: 'Appends a part to an upload',
    description: 'If the connection is lost, the bytes that arrived count. A wrong offset is answered with 409.',
  })
  async append(
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    reply.headers({ ...TUS, 'upload-offset': await this.uploads.append(request, id) });
  }

  @Delete(':id')
  @AnswersNothing()
  @UseGuards(PerMinute('uploadPartPerMinute'))
  @ApiOperation({ summary: 'Cancels an upload and deletes its parts' })
  async cancel(
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    await this.uploads.cancel(request, id);
    reply.headers(TUS);
  }

  @Post(':id/image')
  @Answers(201, { image_url: z.string() })
  @UseGuards(PerMinute('uploadPartPerMinute'))
  @ApiOperation({
    summary: 'Turns a complete upload into an image',
    description:
      'Pass the returned `image_url` as `imageUrl` of a request or an order within a day; unused images are then deleted.',
  })
  finish(@Req() request: IdentifiedRequest, @Param('id') id: string) {
    return this.uploads.finish(request, id);
  }
}
