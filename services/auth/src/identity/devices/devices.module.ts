import { Module } from '@nestjs/common';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { DevicesService } from './devices.service';

/** Trusted devices of users and operators. */
@Module({
  imports: [SecretsModule],
  providers: [DevicesService],
  exports: [DevicesService],
})
export class DevicesModule {}
