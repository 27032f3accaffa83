import { accountAccess } from '@luit/contracts/auth/lasting-access';
import { listedShareLink } from '@luit/contracts/generation/share-links';
import { Body, Controller, Delete, Get, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PasswordDto } from '../accounts/accounts.dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, PasswordGuard, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { LastingAccessService } from './lasting-access.service';

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth')
export class LastingAccessController {
  constructor(private readonly access: LastingAccessService) {}

  @Get('access')
  @UseGuards(PasswordGuard)
  @Answers(200, accountAccess.extend({ shareLinks: z.array(listedShareLink) }))
  @ApiOperation({
    summary: 'Lists everything with access to the account, also with the session of a password reset link',
  })
  list(@CurrentUser() user: Identity) {
    return this.access.list(user);
  }

  @Post('confirm-password')
  @UseGuards(UserGuard)
  @AnswersNothing()
  @ApiOperation({
    summary: 'Makes the session a recent one, which may create API keys and other access that outlives it',
  })
  confirm(@Body() { password }: PasswordDto, @CurrentUser() user: Identity, @Req() request: FastifyRequest) {
    return this.access.confirm(password, user, request);
  }

  @Delete('devices/:id')
  @UseGuards(UserGuard)
  @AnswersNothing()
  @ApiOperation({ summary: 'Forgets a device: its next sign-in is one from a new device' })
  forget(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.access.forgetDevice(id, user);
  }

  @Delete('push-subscriptions/:id')
  @UseGuards(UserGuard)
  @AnswersNothing()
  @ApiOperation({ summary: 'Ends the notifications to a device' })
  endPush(@Param('id') id: string, @CurrentUser() user: Identity) {
    return this.access.endPush(id, user);
  }
}
