import { Body, Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { authCalls } from '@luit/contracts/auth/messages';
import { operatorIdentity, secondFactorProof } from '@luit/contracts/auth/operators';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dtoOf } from '../../../http/requests/dto';
import { SignInDto } from '../../../account/accounts/accounts.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminSessionsService, operatorSession } from './admin-sessions.service';

class SecondFactorDto extends dtoOf(secondFactorProof) {}

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

  @Get('session')
  @RequiresPermission('session.use')
  @Answers(200, operatorIdentity)
  @ApiOperation({ summary: 'Returns the signed-in operator and the state of their second factor' })
  @UseGuards(AdminGuard)
  get(@CurrentUser() admin: Identity) {
    return this.admin.identity(admin);
  }

  @Post('session/second-factor/options')
  @RequiresPermission('session.use')
  @Answers(200, authCalls.startPasskeyVerification.output)
  @ApiOperation({ summary: 'Starts the verification of a passkey; the options are null without one' })
  @UseGuards(AdminGuard)
  startVerification(@CurrentUser() admin: Identity) {
    return this.admin.startVerification(admin);
  }

  @Post('session/second-factor')
  @RequiresPermission('session.use')
  @Answers(200, operatorIdentity)
  @ApiOperation({ summary: 'Verifies a second factor, at sign-in or before a sensitive action' })
  @UseGuards(AdminGuard)
  verify(@CurrentUser() admin: Identity, @Body() input: SecondFactorDto, @Req() request: FastifyRequest) {
    return this.admin.verify(admin, input, request);
  }

  @Post('logout')
  @RequiresPermission('session.use')
  @Answers(200)
  @ApiOperation({ summary: 'Ends the session' })
  @UseGuards(AdminGuard)
  signOut(@CurrentUser() admin: Identity, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.admin.signOut(admin, reply);
  }
}
