import { Module } from '@nestjs/common';
import { WebPushProcessor } from './web-push.processor';
import { WebPushService } from './web-push.service';

@Module({ providers: [WebPushProcessor, WebPushService] })
export class WebPushModule {}
