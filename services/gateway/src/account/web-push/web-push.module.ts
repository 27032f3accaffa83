import { Module } from '@nestjs/common';
import { WebPushController } from './web-push.controller';
import { WebPushService } from './web-push.service';

@Module({ controllers: [WebPushController], providers: [WebPushService] })
export class WebPushModule {}
