import { Module } from '@nestjs/common';
import { AlertsModule } from '../admin/operations/alerts/alerts.module';
import { JobsModule } from '../admin/jobs/jobs/jobs.module';
import { IdentitiesModule } from '../access/identities/identities.module';
import { RequestsModule } from '../creations/requests/requests.module';
import { LivePublisher } from './live-publisher';
import { LiveSyncService } from './live-sync.service';
import { LiveGateway } from './live.gateway';
import { OperatorPublisher } from './operator-publisher';
import { OperatorSessions } from '../access/identities/operator-sessions';
import { SeenRequests } from './seen-requests';
import { SocketLimiter } from './socket-limiter';

@Module({
  imports: [AlertsModule, JobsModule, IdentitiesModule, RequestsModule],
  providers: [
    LiveGateway,
    LivePublisher,
    LiveSyncService,
    OperatorPublisher,
    OperatorSessions,
    SeenRequests,
    SocketLimiter,
  ],
})
export class LiveUpdatesModule {}
