import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInDto } from '../../accounts/accounts.dto';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { AdminSessionsService } from './admin-sessions.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin')
@DataEnvelope()
export class AdminSessionsController {
  constructor(private readonly admin: AdminSessionsService) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Starts a session; the token is set as a cookie, or returned in the body with `X-Client: token`',
  })
  signIn(@Body() input: SignInDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.admin.signIn(input, request, reply);
  }

  @Post('logout')
  @HttpCode(200)
  @UseGuards(AdminGuard)
  signOut(@CurrentUser() admin: Identity, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.admin.signOut(admin, reply);
  }
}
