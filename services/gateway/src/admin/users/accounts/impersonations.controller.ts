import { authCalls } from '@luit/contracts/auth/messages';
import { impersonation } from '@luit/contracts/auth/impersonations';
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
export class ImpersonationsController {
  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Post()
  @RequiresPermission('users.view_as')
  @Answers(201, impersonation.extend({ url: z.string() }))
  @ApiOperation({ summary: 'Returns a link to the web app as this user sees it, read-only and for 15 minutes' })
  async start(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { reason }: ReasonDto,
  ) {
    const session = await this.calls.call(authCalls.startImpersonation, { userId, adminId, reason });
    const { id, ends_at, token } = session;
    // Browsers do not send the fragment, so the token is in no log.
    const url = `${this.config.webUrl}/dashboard#${new URLSearchParams({ view: token, until: ends_at }).toString()}`;
    return { id, ends_at, url };
  }

  @Post(':viewId/end')
  @RequiresPermission('users.view_as')
  @Answers(200)
  @ApiOperation({ summary: 'Ends this operator’s impersonation session before it expires' })
  end(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Param('viewId', ParseUUIDPipe) sessionId: string,
  ) {
    return this.calls.call(authCalls.endImpersonation, { userId, sessionId, adminId });
  }
}
