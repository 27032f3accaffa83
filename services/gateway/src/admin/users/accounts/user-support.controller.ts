import { authCalls } from '@luit/contracts/auth/messages';
import { noteBody, userNote } from '@luit/contracts/auth/user-support';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdPageQuery } from '../../../http/requests/page-query';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';

class NoteDto extends dtoOf(noteBody) {}

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UserSupportController {
  constructor(private readonly calls: CallClient) {}

  @Post(':id/sign-out')
  @RequiresPermission('users.sign_out')
  @Answers(200, authCalls.signOutUser.output)
  @ApiOperation({ summary: 'Ends all sessions of a user' })
  signOut(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { reason }: ReasonDto,
  ) {
    return this.calls.call(authCalls.signOutUser, { userId, adminId, reason });
  }

  @Post(':id/resend-confirmation')
  @RequiresPermission('users.resend_confirmation')
  @Answers(200)
  @ApiOperation({ summary: 'Emails a user another link to confirm their address' })
  resendConfirmation(@CurrentUser() { id: adminId }: Identity, @Param('id', ParseUUIDPipe) userId: string) {
    return this.calls.call(authCalls.resendConfirmationOf, { userId, adminId });
  }

  @Get(':id/notes')
  @RequiresPermission('users.read')
  @Answers(200, authCalls.listUserNotes.output)
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Lists the notes on a user, newest first' })
  listNotes(@Param('id', ParseUUIDPipe) userId: string, @Query() { limit, cursor }: IdPageQuery) {
    return this.calls.call(authCalls.listUserNotes, { userId, limit, cursor });
  }

  @Post(':id/notes')
  @RequiresPermission('users.note')
  @Answers(201, userNote)
  @ApiOperation({ summary: 'Adds a note on a user for other operators' })
  addNote(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { text }: NoteDto,
  ) {
    return this.calls.call(authCalls.addUserNote, { userId, adminId, text });
  }
}
