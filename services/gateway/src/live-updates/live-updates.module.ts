import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AdminJobsModule } from '../admin/jobs/admin-jobs.module';
import { AdminOperationsModule } from '../admin/operations/admin-operations.module';
import { CreationsModule } from '../creations/creations.module';
import { LivePublisher } from './live-publisher';
import { LiveSyncService } from './live-sync.service';
import { LiveGateway } from './live.gateway';
import { OperatorPublisher } from './operator-publisher';
import { OperatorSessions } from '../access/identities/operator-sessions';
import { SeenRequests } from './seen-requests';
import { SocketLimiter } from './socket-limiter';

@Module({
  imports: [AccessModule, AdminJobsModule, AdminOperationsModule, CreationsModule],
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
