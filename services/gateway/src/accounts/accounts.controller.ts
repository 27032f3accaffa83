import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, OptionalUserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { ConfirmDto, EmailDto, RefreshDto, SignInDto, SignOutDto, SignUpDto } from './accounts.dto';
import { AccountsService } from './accounts.service';

@ApiTags('auth')
@Controller('api/auth')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Post('signup')
  @ApiOperation({ summary: 'Creates an account and mails a confirmation link; does not start a session' })
  signUp(@Body() input: SignUpDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.signUp(input, request, reply);
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({ summary: 'Confirms the address with the token of the mailed link and starts a session' })
  confirm(@Body() input: ConfirmDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.confirm(input, request, reply);
  }

  @Post('resend')
  @HttpCode(200)
  @ApiOperation({ summary: 'Mails a new confirmation link' })
  resend(@Body() input: EmailDto, @Req() request: FastifyRequest) {
    return this.accounts.resend(input, request);
  }

  @Post('signin')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Starts a session; the refresh token is set as a cookie, or returned in the body with `X-Client: token`',
  })
  signIn(@Body() input: SignInDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.signIn(input, request, reply);
  }

  @Post('refresh')
  @HttpCode(200)
  @ApiOperation({ summary: 'Rotates the refresh token' })
  refresh(@Body() input: RefreshDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accounts.refresh(input, request, reply);
  }

  @Post('signout')
  @HttpCode(204)
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
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  getSession(@CurrentUser() user: Identity | undefined, @Req() request: FastifyRequest) {
    return this.accounts.getSession(user, request);
  }

  @Get('user')
  @UseGuards(OptionalUserGuard)
  @ApiBearerAuth('user')
  getUser(@CurrentUser() user: Identity | undefined) {
    return this.accounts.getUser(user);
  }
}
