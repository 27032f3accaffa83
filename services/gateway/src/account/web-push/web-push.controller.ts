import type { RequestSource } from '@luit/contracts/auth/sessions';
import { webPushState, webPushSubscription } from '@luit/contracts/auth/web-push';
import { Body, Controller, Delete, Get, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersNothing } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import { GrantsLastingAccess } from '../../access/identities/lasting-access.guard';
import { From } from '../../access/identities/request-source';
import type { Identity } from '../../access/identities/token.strategy';
import { WebPushService } from './web-push.service';

class WebPushSubscriptionDto extends dtoOf(webPushSubscription) {}

@ApiTags('notifications')
@ApiBearerAuth('user')
@Controller('api/web-push')
@UseGuards(UserGuard)
export class WebPushController {
  constructor(private readonly webPush: WebPushService) {}

  @Get()
  @Answers(200, webPushState)
  @ApiOperation({ summary: 'Returns the key with which browsers subscribe, and the subscription of this session' })
  get(@CurrentUser() user: Identity) {
    return this.webPush.find(user);
  }

  @Put('subscription')
  @GrantsLastingAccess('push_subscription')
  @AnswersNothing()
  @ApiOperation({ summary: 'Sends notifications to this device until its session ends' })
  subscribe(@CurrentUser() user: Identity, @Body() subscription: WebPushSubscriptionDto, @From() from: RequestSource) {
    return this.webPush.subscribe(user, subscription, from);
  }

  @Delete('subscription')
  @AnswersNothing()
  @ApiOperation({ summary: 'Sends no more notifications to this device' })
  unsubscribe(@CurrentUser() user: Identity) {
    return this.webPush.unsubscribe(user);
  }
}
