import { confirmBody, refreshBody, session, signOutBody, signUpBody } from '@luit/contracts/auth/sessions';
import { user } from '@luit/contracts/auth/users';
import { Body, Controller, Get, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { EmailDto, SignInDto } from './accounts.dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, OptionalUserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { AccountsService } from './accounts.service';

class ConfirmDto extends dtoOf(confirmBody) {}
class RefreshDto extends dtoOf(refreshBody) {}
class SignOutDto extends dtoOf(signOutBody) {}
class SignUpDto extends dtoOf(signUpBody) {}

@ApiTags('auth')
@Controller('api/auth')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Post('signup')
  @Answers(201, { requires_email_confirmation: z.literal(true), user })
  @ApiOperation({ summary: 'Creates an account and emails a confirmation link; does not start a session' })
  signUp(@Body() input: SignUpDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.signUp(input, request, reply);
  }

  @Post('confirm')
  @Answers(200, session)
  @ApiOperation({ summary: 'Confirms the address with the token from the emailed link and starts a session' })
  confirm(@Body() input: ConfirmDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.confirm(input, request, reply);
  }

  @Post('resend')
  @Answers(200)
  @ApiOperation({ summary: 'Emails a new confirmation link' })
  resend(@Body() input: EmailDto, @Req() request: FastifyRequest) {
    return this.accounts.resend(input, request);
  }

  @Post('signin')
  @Answers(200, session)
  @ApiOperation({
    summary: 'Starts a session; the refresh token is set as a cookie, or returned in the body with `X-Client: token`',
  })
  signIn(@Body() input: SignInDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.signIn(input, request, reply);
  }

  @Post('refresh')
  @ApiCookieAuth('refreshCookie')
  @Answers(200, session)
  @ApiOperation({ summary: 'Rotates the refresh token' })
  refresh(@Body() input: RefreshDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.refresh(input, request, reply);
  }

  @Post('signout')
  @AnswersNothing()
  @ApiOperation({ summary: 'Ends this session, the other sessions or all sessions' })
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  signOut(
    @Query() input: SignOutDto,
    @CurrentUser() user: Identity | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.accounts.signOut(input, user, request, reply);
  }

  @Get('session')
  @Answers(200, { session: session.nullable(), is_view: z.boolean() })
  @ApiOperation({
    summary:
      'Returns the session of the access token, or null; `is_view` marks that of an operator who impersonates the user',
  })
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  getSession(@CurrentUser() user: Identity | undefined, @Req() request: FastifyRequest) {
    return this.accounts.getSession(user, request);
  }

  @Get('user')
  @Answers(200, { user })
  @ApiOperation({ summary: 'Returns the signed-in user' })
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  getUser(@CurrentUser() user: Identity | undefined) {
    return this.accounts.getUser(user);
  }
}
