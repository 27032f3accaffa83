import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AcceptsBody } from '../http/body-kind';
import { WebhooksService } from './webhooks.service';

@ApiExcludeController()
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post('razorpay')
  @HttpCode(200)
  @AcceptsBody('raw')
  receiveRazorpay(@Req() request: FastifyRequest) {
    return this.webhooks.receiveRazorpay(request.body, request.headers);
  }

  @Post('providers/:provider/:token')
  @HttpCode(200)
  @AcceptsBody('raw')
  receiveProvider(@Param('provider') provider: string, @Param('token') token: string, @Req() request: FastifyRequest) {
    return this.webhooks.receiveProvider(provider, token, request.body, request.headers);
  }
}
