import { verification } from '@luit/contracts/http/verifications';
import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../http/answers';
import { AcceptsBody } from '../http/body-kind';
import { PerMinute } from '../limits/rate-limit.guard';
import { VerificationDto } from './verifications.dto';
import { VerificationsService } from './verifications.service';

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
      'By its metadata, or without them by its looks, also after a crop by up to a tenth. Also tells what its Content Credentials (C2PA) say. The file is not kept.',
  })
  verify(@Req() request: FastifyRequest) {
    return this.verifications.verify(request);
  }
}
