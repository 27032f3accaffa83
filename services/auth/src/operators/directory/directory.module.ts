import { Module } from '@nestjs/common';
import { DirectoryService } from './directory.service';
import { UserCounts } from './user-counts';

/** User lists, search and counts for operators. */
@Module({
  providers: [DirectoryService, UserCounts],
})
export class DirectoryModule {}
