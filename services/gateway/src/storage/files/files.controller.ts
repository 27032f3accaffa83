import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersFile } from '../../http/answers/answers';
import { FilesService } from './files.service';
import { GuestFilesService } from './guest-files.service';

@ApiTags('files')
@Controller('api/files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly guestFiles: GuestFilesService,
  ) {}

  @Get('*')
  @ApiParam({ name: 'path', description: 'The path of a file link' })
  @AnswersFile('*/*', { isRange: true })
  @ApiOperation({
    summary: 'Serves a file by signed link, or by the guest access token in `?claim=`; supports range requests',
  })
  open(
    @Param() { '*': key }: { '*': string },
    @Query() query: Record<string, string>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return query.claim === undefined
      ? this.files.openLink(key, query, request, reply)
      : this.guestFiles.open(key, query.claim, request, reply);
  }
}
