import { verification } from '@luit/contracts/http/verifications';
import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { AcceptsBody } from '../../http/requests/body-kind';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { file } from '../../storage/uploads/uploads.dto';
import { VerificationsService } from './verifications.service';

class VerificationDto extends dtoOf(
  z.object({ file: file('A video (MP4, MOV or WebM) or image (JPEG, PNG or WebP)') }),
) {}

/** For everyone, also without an account. */
@ApiTags('verification')
@Controller('api/verify')
export class VerificationsController {
  constructor(private readonly verifications: VerificationsService) {}

  @Post()
  @Answers(200, { verification })
  @UseGuards(PerMinute('uploadPerMinute'))
  @AcceptsBody('multipart')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: VerificationDto })
  @ApiOperation({
    summary: 'Tells whether a video or image was made here, when and with which model',
    description:
      'By our signature, or by what it looks like, also after a crop by up to a tenth. An identifier in its metadata is only a claim. Also tells what its Content Credentials (C2PA) say. The file is not kept.',
  })
  verify(@Req() request: FastifyRequest) {
    return this.verifications.verify(request);
  }
}
