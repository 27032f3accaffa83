import { notificationSetting, notificationSettings } from '@luit/contracts/auth/notifications';
import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { NotificationsService } from './notifications.service';

class NotificationSettingDto extends dtoOf(notificationSetting) {}

@ApiTags('notifications')
@ApiBearerAuth('user')
@Controller('api/notifications')
@UseGuards(UserGuard)
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('settings')
  @Answers(200, notificationSettings)
  @ApiOperation({ summary: 'Returns which notifications the user gets, and through which channels' })
  get(@CurrentUser() user: Identity) {
    return this.notifications.get(user);
  }

  @Put('settings')
  @Answers(200, notificationSettings)
  @ApiOperation({ summary: 'Turns one channel of a kind of notification on or off, and returns all settings' })
  change(@CurrentUser() user: Identity, @Body() setting: NotificationSettingDto) {
    return this.notifications.change(user, setting);
  }
}
