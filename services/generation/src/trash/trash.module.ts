import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { TrashService } from './trash.service';

@Module({ imports: [RequestStateModule], providers: [TrashService] })
export class TrashModule {}
