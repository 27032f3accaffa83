import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../operators/approvals/approvals.module';
import { AdminPacksController } from './admin-packs.controller';
import { AdminPacksService } from './admin-packs.service';

@Module({ imports: [ApprovalsModule], controllers: [AdminPacksController], providers: [AdminPacksService] })
export class AdminPacksModule {}
