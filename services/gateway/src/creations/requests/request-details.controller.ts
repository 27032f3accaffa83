import { requestView } from '@luit/contracts/http/requests';
import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiNotModifiedResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers, AnswersFile } from '../../http/answers/answers';
import { CurrentUser, type OwnerOrGuest, OwnerOrGuestGuard } from '../../access/identities/identity.guards';
import { AnswersFromCache } from './cached-view-answers';
import { RequestsService } from './requests.service';

/** Routes of one request, for its owner and for a guest with an access token for it. */
@ApiTags('requests')
@ApiBearerAuth('user')
@ApiSecurity('claim')
@Controller('api')
@UseGuards(OwnerOrGuestGuard)
export class RequestDetailsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests/:id')
  @AnswersFromCache()
  @Answers(200, { request: requestView })
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of an earlier response' })
  @ApiNotModifiedResponse({ description: 'Not changed since the response with this `ETag`' })
  @ApiOperation({ summary: 'Returns a request; 304 with `If-None-Match` if it is unchanged' })
  get(
    @CurrentUser() user: OwnerOrGuest,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.requests.get(user.id, id, request, reply);
  }

  @Post('requests/:id/cancel')
  @Answers(200, { request: requestView })
  @ApiOperation({ summary: 'Cancels a request and returns its credits where possible' })
  cancel(@CurrentUser() user: OwnerOrGuest, @Param('id') id: string) {
    return this.requests.cancel(user.id, id);
  }

  @Get('download/:id')
  @AnswersFile('*/*', { isRange: true })
  @ApiOperation({ summary: 'Downloads the result; supports range requests' })
  download(
    @CurrentUser() user: OwnerOrGuest,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.requests.download(user.id, id, request, reply);
  }
}
