import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Module } from '@nestjs/common';
import { ContentCredentials } from './content-credentials';
import { credentialAlerts } from './credential-alerts';

@Module({
  providers: [
    ContentCredentials,
    {
      provide: AlertReporter,
      inject: [Scheduler, CallClient, ContentCredentials],
      useFactory: (scheduler: Scheduler, calls: CallClient, credentials: ContentCredentials) =>
        new AlertReporter(scheduler, calls, credentialAlerts(credentials)),
    },
  ],
  exports: [ContentCredentials],
})
export class ContentCredentialsModule {}
