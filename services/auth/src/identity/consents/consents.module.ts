import { Module } from '@nestjs/common';
import { ConsentsService } from './consents.service';

/** The versions of notices that users agreed to. */
@Module({ providers: [ConsentsService] })
export class ConsentsModule {}
