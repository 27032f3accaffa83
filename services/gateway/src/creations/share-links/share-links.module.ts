import { Module } from '@nestjs/common';
import { FilesModule } from '../../storage/files/files.module';
import { SharedOutputsController } from './shared-outputs.controller';
import { SharedOutputsService } from './shared-outputs.service';
import { ShareLinksController } from './share-links.controller';
import { ShareLinksService } from './share-links.service';

@Module({
  imports: [FilesModule],
  controllers: [SharedOutputsController, ShareLinksController],
  providers: [SharedOutputsService, ShareLinksService],
})
export class ShareLinksModule {}
