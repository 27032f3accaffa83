import { messageMarkBody, messagesQuery } from '@luit/contracts/auth/contact-messages';
import { page } from '@luit/contracts/messages/fields';
import { contactMessageRow } from '@luit/contracts/http/contact-messages';
import { Body, Controller, Get, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminMessagesService } from './admin-messages.service';

class MarkDto extends dtoOf(messageMarkBody) {}
class MessagesQuery extends dtoOf(messagesQuery) {}

@ApiTags('admin messages')
@ApiOperatorAuth()
@Controller('api/admin/messages')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminMessagesController {
  constructor(private readonly messages: AdminMessagesService) {}

  @Get()
  @RequiresPermission('messages.read')
  @Answers(200, page(contactMessageRow))
  @RecordedAccess('messages_listed')
  @ApiOperation({ summary: 'Lists messages from the contact page, newest first' })
  list(@Query() query: MessagesQuery) {
    return this.messages.list(query);
  }

  @Patch(':id')
  @RequiresPermission('messages.answer')
  @Answers(200, { contactMessage: contactMessageRow })
  @ApiOperation({ summary: 'Marks a message as answered, or reopens it' })
  mark(@Param('id') id: string, @Body() input: MarkDto, @CurrentUser() admin: Identity) {
    return this.messages.mark(id, input, admin);
  }
}
