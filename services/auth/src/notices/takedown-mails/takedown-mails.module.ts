import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { TakedownMailer } from './takedown-mailer';

/** Mails to the owners of outputs that operators take down, or show again. */
@Module({ imports: [RecordsModule], providers: [TakedownMailer] })
export class TakedownMailsModule {}
