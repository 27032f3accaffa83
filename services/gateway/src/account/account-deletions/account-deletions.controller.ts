import { ownDeletionBody } from '@luit/contracts/auth/account-deletion';
import { accountDeletionPreview } from '@luit/contracts/http/accounts';
import { Body, Controller, Delete, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { AccountDeletionGuard, CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { AccountDeletionsService } from './account-deletions.service';

class OwnDeletionDto extends dtoOf(ownDeletionBody) {}

@ApiTags('auth')
@ApiBearerAuth('user')
@Controller('api/auth/account')
export class AccountDeletionsController {
  constructor(private readonly deletions: AccountDeletionsService) {}

  @Get('closing')
  @Answers(200, accountDeletionPreview)
  @UseGuards(UserGuard)
  @ApiOperation({ summary: 'Previews an account deletion: what would be refunded and what would be forfeited' })
  preview(@CurrentUser() user: Identity) {
    return this.deletions.preview(user);
  }

  @Delete()
  @Answers(202, { message: z.string() })
  @UseGuards(AccountDeletionGuard)
  @ApiOperation({
    summary: 'Deletes the account: signs out everywhere immediately, finishes within minutes and sends an email',
  })
  close(
    @Body() input: OwnDeletionDto,
    @CurrentUser() user: Identity | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.deletions.close(input, user, request, reply);
  }
}
