import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../http/answers';
import { AcceptsBody } from '../http/body-kind';
import { WebhooksService } from './webhooks.service';

@ApiTags('webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post('razorpay')
  @Answers(200)
  @ApiOperation({ summary: 'Receives a webhook of Razorpay; a repeated one is accepted and does nothing' })
  @AcceptsBody('raw')
  @ApiBody({ schema: { type: 'object' }, description: 'As its sender documents and signs it' })
  receiveRazorpay(@Req() request: FastifyRequest) {
    return this.webhooks.receiveRazorpay(request.body, request.headers);
  }

  @Post('providers/:provider/:token')
  @Answers(200)
  @ApiOperation({ summary: 'Receives a webhook of a provider; the token in the path identifies the job' })
  @AcceptsBody('raw')
  @ApiBody({ schema: { type: 'object' }, description: 'As its sender documents and signs it' })
  receiveProvider(@Param('provider') provider: string, @Param('token') token: string, @Req() request: FastifyRequest) {
    return this.webhooks.receiveProvider(provider, token, request.body, request.headers);
  }
}
