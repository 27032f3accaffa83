import {
  openIdLinkBody,
  openIdNext,
  openIdPending,
  openIdReturnBody,
  openIdSignUpBody,
} from '@luit/contracts/auth/openid';
import { session } from '@luit/contracts/auth/sessions';
import { Body, Controller, Delete, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LinkDto } from '../accounts/accounts.dto';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, OptionalUserGuard, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import type { Identity } from '../../access/identities/token.strategy';
import { OpenIdService } from './openid.service';

class OpenIdReturnDto extends dtoOf(openIdReturnBody) {}
class OpenIdSignUpDto extends dtoOf(openIdSignUpBody) {}
class OpenIdLinkDto extends dtoOf(openIdLinkBody) {}

const address = { url: z.string().describe('Of the provider, for the browser to open') };

@ApiTags('auth')
@Controller('api/auth')
export class OpenIdController {
  constructor(private readonly openId: OpenIdService) {}

  @Get('methods')
  @Answers(200, { provider: z.string().nullable(), passkeys: z.boolean() })
  @ApiOperation({ summary: 'Returns the ways to sign in besides a password: the name of the provider, and passkeys' })
  methods() {
    return this.openId.methods();
  }

  @Post('openid/start')
  @Answers(200, address)
  @ApiOperation({ summary: 'Begins a sign-in at the OpenID provider' })
  start(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.openId.start('sign_in', undefined, request, reply);
  }

  @Post('openid/link/start')
  // Guards run from the last decorator to the first.
  @GrantsLastingAccess('linked_sign_in')
  @UseGuards(UserGuard)
  @ApiBearerAuth('user')
  @Answers(200, address)
  @ApiOperation({ summary: 'Begins to link an account at the OpenID provider to this account' })
  startLink(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.openId.start('link', user, request, reply);
  }

  @Post('openid/confirm/start')
  @UseGuards(UserGuard)
  @ApiBearerAuth('user')
  @Answers(200, address)
  @ApiOperation({ summary: 'Begins to make the session a recent one at the OpenID provider, as the password would' })
  startConfirmation(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.openId.start('confirm', user, request, reply);
  }

  @Post('openid/finish')
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  @Answers(200, { next: openIdNext, ...openIdPending.shape, session: session.optional() })
  @ApiOperation({
    summary: 'Finishes what was begun at the provider, once and in the same browser',
    description:
      '`signed_in`: there is a session. `link`: the address has an account; confirm with the password or by mail. `sign_up`: create an account. `linked`, `confirmed`: done.',
  })
  finish(
    @Body() input: OpenIdReturnDto,
    @CurrentUser() user: Identity | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.openId.finish(input, user, request, reply);
  }

  @Post('openid/signup')
  @Answers(201, session)
  @ApiOperation({ summary: 'Creates an account for the address that the provider verified, and starts a session' })
  signUp(
    @Body() input: OpenIdSignUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.openId.signUp(input, request, reply);
  }

  @Post('openid/link')
  @Answers(200, session)
  @ApiOperation({
    summary: 'Links the sign-in to the account with this address, with its password or the mailed token',
  })
  link(@Body() input: OpenIdLinkDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.openId.confirmLink(input, request, reply);
  }

  @Post('openid/link/mail')
  @Answers(200)
  @ApiOperation({
    summary: 'Emails the owner of the account a link that confirms, for those who do not know the password',
  })
  mailLink(@Body() { token }: LinkDto, @Req() request: FastifyRequest) {
    return this.openId.mailLink(token, request);
  }

  @Delete('linked-sign-ins/:id')
  @UseGuards(UserGuard)
  @ApiBearerAuth('user')
  @AnswersNothing()
  @ApiOperation({ summary: 'Unlinks an account at an OpenID provider' })
  unlink(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.openId.unlink(id, user);
  }
}
