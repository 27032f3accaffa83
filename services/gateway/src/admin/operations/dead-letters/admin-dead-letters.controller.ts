import { deadLettersQuery } from '@luit/contracts/operations/dead-letters';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { AdminDeadLettersService, deadLetterPage } from './admin-dead-letters.service';

class DeadLettersQuery extends dtoOf(deadLettersQuery) {}

@ApiTags('admin operations')
@ApiOperatorAuth()
@Controller('api/admin/dead-letters')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminDeadLettersController {
  constructor(private readonly deadLetters: AdminDeadLettersService) {}

  @Get()
  @RequiresPermission('operations.read')
  @Answers(200, deadLetterPage)
  @ApiOperation({ summary: 'Lists messages that could not be published or handled, newest first' })
  list(@Query() query: DeadLettersQuery) {
    return this.deadLetters.list(query);
  }

  @Post(':service/:id/replay')
  @RequiresPermission('dead_letters.replay')
  @Answers(200, { message: z.string() })
  @ApiOperation({ summary: 'Publishes or delivers a message again; an event takes effect once' })
  replay(
    @Param('service') service: string,
    @Param('id') id: string,
    @Body() input: ReasonDto,
    @CurrentUser() admin: Identity,
  ) {
    return this.deadLetters.decide('replay', { service, id }, input, admin);
  }

  @Post(':service/:id/discard')
  @RequiresPermission('dead_letters.discard')
  @Answers(200, { message: z.string() })
  @ApiOperation({ summary: 'Deletes a message that must not be handled' })
  discard(
    @Param('service') service: string,
    @Param('id') id: string,
    @Body() input: ReasonDto,
    @CurrentUser() admin: Identity,
  ) {
    return this.deadLetters.decide('discard', { service, id }, input, admin);
  }
}
