import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { TrashController } from './trash.controller';
import { TrashService } from './trash.service';

@Module({ imports: [RequestStateModule], controllers: [TrashController], providers: [TrashService] })
export class TrashModule {}
