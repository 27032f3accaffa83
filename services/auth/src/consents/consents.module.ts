import { Module } from '@nestjs/common';
import { ConsentsController } from './consents.controller';
import { ConsentsService } from './consents.service';

/** The versions of notices that users agreed to. */
@Module({ controllers: [ConsentsController], providers: [ConsentsService] })
export class ConsentsModule {}
