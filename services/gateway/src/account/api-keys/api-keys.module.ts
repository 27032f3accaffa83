import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';

/** Management of API keys by the signed-in person. */
@Module({
  imports: [LimitsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
