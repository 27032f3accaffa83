import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInDto } from '../../accounts/accounts.dto';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import type { Identity } from '../../identities/token.strategy';
import { AdminSessionsService, operatorSession } from './admin-sessions.service';

@ApiTags('admin session')
@ApiOperatorAuth()
@Controller('api/admin')
@DataEnvelope()
export class AdminSessionsController {
  constructor(private readonly admin: AdminSessionsService) {}

  @Post('login')
  @Answers(200, operatorSession)
  @ApiOperation({
    summary: 'Starts a session; the token is set as a cookie, or returned in the body with `X-Client: token`',
  })
  signIn(@Body() input: SignInDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.admin.signIn(input, request, reply);
  }

  @Post('logout')
  @Answers(200)
  @ApiOperation({ summary: 'Ends the session' })
  @UseGuards(AdminGuard)
  signOut(@CurrentUser() admin: Identity, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.admin.signOut(admin, reply);
  }
}
