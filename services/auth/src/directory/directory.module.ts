import { Module } from '@nestjs/common';
import { DirectoryController } from './directory.controller';
import { DirectoryService } from './directory.service';
import { UserCounts } from './user-counts';

/** User lists, search and counts for operators. */
@Module({
  controllers: [DirectoryController],
  providers: [DirectoryService, UserCounts],
  exports: [UserCounts],
})
export class DirectoryModule {}
