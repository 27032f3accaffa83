import { Module } from '@nestjs/common';
import { RequestStateModule } from '../request-state/request-state.module';
import { RequestsModule } from '../requests/requests.module';
import { ErasuresService } from './erasures.service';

@Module({
  imports: [RequestsModule, RequestStateModule],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}
