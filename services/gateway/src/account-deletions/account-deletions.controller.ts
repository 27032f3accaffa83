import { Body, Controller, Delete, Get, HttpCode, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PasswordDto } from '../accounts/accounts.dto';
import { AccountDeletionGuard, CurrentUser, UserGuard } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { AccountDeletionsService } from './account-deletions.service';

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth/account')
export class AccountDeletionsController {
  constructor(private readonly closings: AccountDeletionsService) {}

  @Get('closing')
  @UseGuards(UserGuard)
  @ApiOperation({ summary: 'What deleting the account would give back, and what would be lost' })
  preview(@CurrentUser() user: Identity) {
    return this.closings.preview(user);
  }

  @Delete()
  @HttpCode(202)
  @UseGuards(AccountDeletionGuard)
  @ApiOperation({ summary: 'Deletes the account: signed out at once, the rest within minutes, told by mail' })
  close(
    @Body() { password }: PasswordDto,
    @CurrentUser() user: Identity | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.closings.close(password, user, request, reply);
  }
}
