import { operatorWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { apiKeyView } from '@luit/contracts/http/api-keys';
import { operatorWebhookDelivery } from '@luit/contracts/http/operator-webhooks';
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdPageQuery } from '../../../http/requests/page-query';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity } from '../../../access/identities/token.strategy';
import { UserApiClientsService } from './user-api-clients.service';

/** The API keys and webhooks of a user. */
@ApiTags('admin users')
@ApiOperatorAuth()
@Controller('api/admin/users/:id')
@UseGuards(AdminGuard)
@DataEnvelope()
export class UserApiClientsController {
  constructor(private readonly apiClients: UserApiClientsService) {}

  @Get('api-keys')
  @RequiresPermission('users.read')
  @Answers(200, { items: z.array(apiKeyView) })
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Lists the API keys of a user with their budgets, newest first; revoked keys are left out' })
  listKeys(@Param('id', ParseUUIDPipe) userId: string) {
    return this.apiClients.keys(userId);
  }

  @Post('api-keys/:keyId/revoke')
  @RequiresPermission('api_keys.revoke')
  @Answers(200)
  @ApiOperation({ summary: 'Revokes an API key of a user within a second' })
  revokeKey(
    @CurrentUser() { id: adminId }: Identity,
    @Param('id', ParseUUIDPipe) userId: string,
    @Param('keyId', ParseUUIDPipe) keyId: string,
    @Body() { reason }: ReasonDto,
  ) {
    return this.apiClients.revokeKey({ userId, keyId, adminId, reason });
  }

  @Get('webhook-endpoints')
  @RequiresPermission('users.read')
  @Answers(200, { items: z.array(operatorWebhookEndpoint) })
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Lists the webhook endpoints of a user, oldest first, with the origins of their URLs' })
  listEndpoints(@Param('id', ParseUUIDPipe) userId: string) {
    return this.apiClients.endpoints(userId);
  }

  @Get('webhook-endpoints/:endpointId/deliveries')
  @RequiresPermission('users.read')
  @Answers(200, { items: z.array(operatorWebhookDelivery), nextCursor: z.string().nullable() })
  @RecordedAccess('user_viewed')
  @ApiOperation({ summary: 'Lists the deliveries to an endpoint of a user, newest first, without what was sent' })
  listDeliveries(
    @Param('id', ParseUUIDPipe) userId: string,
    @Param('endpointId', ParseUUIDPipe) endpointId: string,
    @Query() { limit, cursor }: IdPageQuery,
  ) {
    return this.apiClients.deliveries({ userId, endpointId, limit, cursor });
  }
}
