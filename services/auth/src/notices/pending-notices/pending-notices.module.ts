import { Module } from '@nestjs/common';
import { PendingNotices } from './pending-notices';

/** The check that a notice is still wanted and true before it is sent. */
@Module({
  providers: [PendingNotices],
  exports: [PendingNotices],
})
export class PendingNoticesModule {}
