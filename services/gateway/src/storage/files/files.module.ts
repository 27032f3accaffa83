import { Module } from '@nestjs/common';
import { DisabledAccounts } from './disabled-accounts';
import { FileLinksService } from './file-links.service';
import { FilesController } from './files.controller';
import { FilesService, STORAGE, storageProvider } from './files.service';
import { GuestFilesService } from './guest-files.service';
import { TakenDownFiles } from './taken-down-files';

@Module({
  controllers: [FilesController],
  providers: [DisabledAccounts, FileLinksService, FilesService, GuestFilesService, TakenDownFiles, storageProvider],
  exports: [DisabledAccounts, FileLinksService, FilesService, STORAGE],
})
export class FilesModule {}
