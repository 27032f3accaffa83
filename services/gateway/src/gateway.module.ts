import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessModule } from './access/access.module';
import { AccountModule } from './account/account.module';
import { AdminJobsModule } from './admin/jobs/admin-jobs.module';
import { AdminMoneyModule } from './admin/money/admin-money.module';
import { AdminOperationsModule } from './admin/operations/admin-operations.module';
import { AdminOperatorsModule } from './admin/operators/admin-operators.module';
import { AdminTrustModule } from './admin/trust/admin-trust.module';
import { AdminUsersModule } from './admin/users/admin-users.module';
import { CONFIG, type GatewayConfig } from './config';
import { CreationsModule } from './creations/creations.module';
import { HelpModule } from './help/help.module';
import { EnvelopeInterceptor } from './http/answers/envelope.interceptor';
import { FailureFilter } from './http/answers/failure.filter';
import { validationPipe } from './http/requests/validation.pipe';
import { LiveUpdatesModule } from './live-updates/live-updates.module';
import { MoneyModule } from './money/money.module';
import { PublicApiModule } from './public-api/public-api.module';
import { RunnersModule } from './runners/runners.module';
import { StorageModule } from './storage/storage.module';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksService } from './webhooks/webhooks.service';

/** Global, so that every room can inject the configuration. */
@Global()
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      imports: [
        PlatformModule.forRoot({ service: 'gateway', config: config.common, webUrls: [config.webUrl] }),
        AccessModule,
        AccountModule,
        AdminJobsModule,
        AdminMoneyModule,
        AdminOperationsModule,
        AdminOperatorsModule,
        AdminTrustModule,
        AdminUsersModule,
        CreationsModule,
        HelpModule,
        LiveUpdatesModule,
        MoneyModule,
        PublicApiModule,
        RunnersModule,
        StorageModule,
      ],
      controllers: [WebhooksController],
      providers: [
        { provide: CONFIG, useValue: config },
        // The response envelope, the error filter and the validation of all routes.
        { provide: APP_FILTER, useClass: FailureFilter },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_PIPE, useFactory: validationPipe },
        WebhooksService,
      ],
      exports: [CONFIG],
    };
  }
}
