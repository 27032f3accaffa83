import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../http/answers/answers';
import { AcceptsBody } from '../http/requests/body-kind';
import { WebhooksService } from './webhooks.service';

@ApiTags('webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post('razorpay')
  @Answers(200)
  @ApiOperation({ summary: 'Receives a Razorpay webhook; repeated ones are accepted and have no effect' })
  @AcceptsBody('raw')
  @ApiBody({ schema: { type: 'object' }, description: 'As documented and signed by its sender' })
  receiveRazorpay(@Req() request: FastifyRequest) {
    return this.webhooks.receiveRazorpay(request.body, request.headers);
  }

  @Post('providers/:provider/:token')
  @Answers(200)
  @ApiOperation({ summary: 'Receives a provider webhook; the token in the path identifies the job' })
  @AcceptsBody('raw')
  @ApiBody({ schema: { type: 'object' }, description: 'As documented and signed by its sender' })
  receiveProvider(@Param('provider') provider: string, @Param('token') token: string, @Req() request: FastifyRequest) {
    return this.webhooks.receiveProvider(provider, token, request.body, request.headers);
  }
}
