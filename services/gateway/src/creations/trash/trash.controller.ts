import { trashedView } from '@luit/contracts/http/trash';
import { timestamp } from '@luit/contracts/messages/fields';
import { Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { PageQuery } from '../../http/requests/page-query';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { TrashService } from './trash.service';

@ApiTags('requests')
@ApiBearerAuth('user')
@Controller('api')
@UseGuards(UserGuard)
export class TrashController {
  constructor(private readonly trash: TrashService) {}

  @Get('trash')
  @Answers(200, { items: z.array(trashedView), nextCursor: z.string().nullable() })
  @ApiOperation({ summary: 'Lists the requests in the trash, newest first' })
  list(@CurrentUser() user: Identity, @Query() query: PageQuery) {
    return this.trash.list(user.id, query);
  }

  @Put('requests/:id/trash')
  @Answers(200, { eraseAt: timestamp })
  @ApiOperation({ summary: 'Moves a finished request to the trash, from which it can be taken back for 30 days' })
  move(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.trash.move(user.id, id);
  }

  @Delete('requests/:id/trash')
  @AnswersNothing()
  @ApiOperation({ summary: 'Puts a request from the trash back into the library' })
  takeBack(@CurrentUser() user: Identity, @Param('id') id: string) {
    return this.trash.takeBack(user.id, id);
  }
}
