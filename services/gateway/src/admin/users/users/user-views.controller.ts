import { authCalls } from '@luit/contracts/auth/messages';
import { userView } from '@luit/contracts/auth/user-views';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Inject, Param, ParseUUIDPipe, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ReasonDto } from '../../reason.dto';
import { CONFIG, type GatewayConfig } from '../../../config';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';

@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users/:id/views')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UserViewsController {
  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Post()
  @RequiresPermission('users.view_as')
  @Answers(201, userView.extend({ url: z.string() }))
  @ApiOperation({ summary: 'Returns a link to the web app as this user sees it, read-only and for 15 minutes' })
  async start(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { reason }: ReasonDto,
  ) {
    const view = await this.calls.call(authCalls.startUserView, { userId, adminId, reason });
    const { id, ends_at, token } = view;
    // Browsers do not send the fragment, so the token is in no log.
    const url = `${this.config.webUrl}/dashboard#${new URLSearchParams({ view: token, until: ends_at }).toString()}`;
    return { id, ends_at, url };
  }

  @Post(':viewId/end')
  @RequiresPermission('users.view_as')
  @Answers(200)
  @ApiOperation({ summary: 'Ends this operator’s view before it expires' })
  end(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Param('viewId', ParseUUIDPipe) viewId: string,
  ) {
    return this.calls.call(authCalls.endUserView, { userId, viewId, adminId });
  }
}
