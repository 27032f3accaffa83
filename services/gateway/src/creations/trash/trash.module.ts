import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module';
import { TrashController } from './trash.controller';
import { TrashService } from './trash.service';

@Module({ imports: [RequestsModule], controllers: [TrashController], providers: [TrashService] })
export class TrashModule {}
