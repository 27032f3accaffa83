import { Module } from '@nestjs/common';
import { AdminPacksController } from './admin-packs.controller';
import { AdminPacksService } from './admin-packs.service';

@Module({
  controllers: [AdminPacksController],
  providers: [AdminPacksService],
})
export class AdminPacksModule {}
