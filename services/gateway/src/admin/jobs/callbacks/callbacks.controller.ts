import { callbackDetails, callbackPage, callbacksQuery } from '@luit/contracts/operations/provider-callbacks';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { CallbacksService } from './callbacks.service';

class CallbacksQuery extends dtoOf(callbacksQuery) {}

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin/callbacks')
@UseGuards(AdminGuard)
@RequiresPermission('jobs.read')
@DataEnvelope()
export class CallbacksController {
  constructor(private readonly callbacks: CallbacksService) {}

  @Get()
  @Answers(200, callbackPage)
  @RecordedAccess('callbacks_listed')
  @ApiOperation({ summary: 'Lists stored provider callbacks, newest first' })
  list(@Query() query: CallbacksQuery) {
    return this.callbacks.list(query);
  }

  @Get(':id')
  @Answers(200, callbackDetails)
  @RecordedAccess('callback_viewed')
  @ApiOperation({ summary: 'Returns one callback with its body; everything except ids, states and times is masked' })
  get(@Param('id') id: string) {
    return this.callbacks.get(id);
  }

  @Post(':id/replay')
  @RequiresPermission('callbacks.replay')
  @Answers(200)
  @ApiOperation({ summary: 'Has a worker verify and process a callback again' })
  replay(@CurrentUser() admin: Identity, @Param('id') id: string, @Body() input: ReasonDto) {
    return this.callbacks.replay(admin.id, id, input);
  }
}
