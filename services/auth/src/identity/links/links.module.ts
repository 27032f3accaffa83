import { Module } from '@nestjs/common';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { LinksService } from './links.service';

/** Mailed one-time links. */
@Module({
  imports: [SecretsModule],
  providers: [LinksService],
  exports: [LinksService],
})
export class LinksModule {}
