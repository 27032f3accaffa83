import { zipDownloadBody } from '@luit/contracts/generation/zip-downloads';
import { Body, Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { ZipDownloadsService } from './zip-downloads.service';

class ZipDownloadDto extends dtoOf(zipDownloadBody) {}

@ApiTags('files')
@Controller('api/zip-downloads')
export class ZipDownloadsController {
  constructor(private readonly downloads: ZipDownloadsService) {}

  @Post()
  @UseGuards(UserGuard, PerMinute('accountChangesPerMinute'))
  @ApiBearerAuth('user')
  @Answers(201, { url: z.string(), files: z.int() })
  @ApiOperation({
    summary: 'Prepares the download of several outputs as one ZIP file',
    description: 'Whoever has the returned path can download the file for a day.',
  })
  create(@CurrentUser() user: Identity, @Body() { requestIds }: ZipDownloadDto) {
    return this.downloads.create(user.id, requestIds);
  }

  @Get(':id')
  @AnswersFile('application/zip', { isRange: true })
  @ApiOperation({ summary: 'Downloads several outputs as one ZIP file; supports range requests' })
  open(@Param('id') id: string, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.downloads.open(id, request, reply);
  }
}
