import { authCalls } from '@luit/contracts/auth/messages';
import { savedView } from '@luit/contracts/auth/saved-views';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Delete, Get, Param, ParseUUIDPipe, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { SavedViewChangeDto, SavedViewDto, SavedViewsQuery } from './saved-views.dto';

/** Auth checks that the role includes the list of a view. */
@ApiTags('admin saved views')
@ApiOperatorAuth()
@Controller('api/admin/saved-views')
@UseGuards(AdminGuard)
@DataEnvelope()
export class SavedViewsController {
  constructor(private readonly calls: CallClient) {}

  @Get()
  @RequiresPermission('saved_views.use')
  @Answers(200, authCalls.listSavedViews.output)
  @ApiOperation({ summary: 'Lists the operator’s views of a list, then those that others share' })
  list(@CurrentUser() { id: adminId }: Identity, @Query() { list }: SavedViewsQuery) {
    return this.calls.call(authCalls.listSavedViews, { adminId, list });
  }

  @Post()
  @RequiresPermission('saved_views.use')
  @Answers(201, savedView)
  @ApiOperation({ summary: 'Saves filters, sorting and search of a list under a name' })
  create(@CurrentUser() { id: adminId }: Identity, @Body() input: SavedViewDto) {
    return this.calls.call(authCalls.createSavedView, { adminId, ...input });
  }

  @Patch(':id')
  @RequiresPermission('saved_views.use')
  @Answers(200, savedView)
  @ApiOperation({ summary: 'Renames, shares or changes an own view; owners may change shared views of others' })
  change(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) viewId: string,
    @Body() input: SavedViewChangeDto,
  ) {
    return this.calls.call(authCalls.changeSavedView, { adminId, viewId, ...input });
  }

  @Delete(':id')
  @RequiresPermission('saved_views.use')
  @Answers(200)
  @ApiOperation({ summary: 'Deletes an own view; owners may delete shared views of others' })
  delete(@CurrentUser() { id: adminId }: Identity, @Param('id', ParseUUIDPipe) viewId: string) {
    return this.calls.call(authCalls.deleteSavedView, { adminId, viewId });
  }
}
