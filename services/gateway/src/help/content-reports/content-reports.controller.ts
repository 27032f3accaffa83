import { contentReportBody, reportReceipt } from '@luit/contracts/auth/content-reports';
import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { IdempotencyKey } from '../../http/requests/idempotency-key';
import { ContentReportsService } from './content-reports.service';

class ContentReportDto extends dtoOf(contentReportBody) {}

/** For everyone, also without an account. */
@ApiTags('reports')
@Controller('api/reports')
export class ContentReportsController {
  constructor(private readonly reports: ContentReportsService) {}

  @Post()
  @Answers(201, { report: reportReceipt })
  @ApiOperation({ summary: 'Reports a video or photo, or files a grievance; the receipt number shows its state later' })
  post(@Body() input: ContentReportDto, @Req() request: FastifyRequest, @IdempotencyKey() key?: string) {
    return this.reports.post(input, request, key);
  }

  @Get(':number')
  @Answers(200, { report: reportReceipt })
  @ApiOperation({ summary: 'Returns the state of a report by its receipt number' })
  get(@Param('number') number: string) {
    return this.reports.get(number);
  }
}
