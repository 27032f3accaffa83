import { operationsCalls } from '@luit/contracts/operations/messages';
import { publicStatus } from '@luit/contracts/operations/service-status';
import { CallClient } from '@luit/platform/calls/call-client';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';

@ApiTags('status')
@Controller('api/status')
export class ServiceStatusController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @Answers(200, publicStatus)
  @ApiOperation({ summary: 'Returns the maintenance banner and whether new jobs are paused' })
  get() {
    return this.calls.call(operationsCalls.getPublicStatus, {});
  }
}
