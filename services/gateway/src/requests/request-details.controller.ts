import { Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type OwnerOrGuest, OwnerOrGuestGuard } from '../identities/identity.guards';
import { RequestsService } from './requests.service';

/** One request, for its owner and for a guest with a claim to it. */
@ApiTags('requests')
@ApiBearerAuth('user')
@ApiSecurity('claim')
@Controller('api')
@UseGuards(OwnerOrGuestGuard)
export class RequestDetailsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests/:id')
  @ApiOperation({ summary: 'The state of a request; 304 with `If-None-Match` while it is the same' })
  get(
    @CurrentUser() user: OwnerOrGuest,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.requests.get(user.id, id, request, reply);
  }

  @Post('requests/:id/cancel')
  @HttpCode(200)
  cancel(@CurrentUser() user: OwnerOrGuest, @Param('id') id: string) {
    return this.requests.cancel(user.id, id);
  }

  @Get('download/:id')
  @ApiOperation({ summary: 'The result as a file to save; ranges are honoured' })
  download(
    @CurrentUser() user: OwnerOrGuest,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.requests.download(user.id, id, request, reply);
  }
}
