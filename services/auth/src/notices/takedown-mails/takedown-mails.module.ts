import { Module } from '@nestjs/common';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { TakedownMailer } from './takedown-mailer';

/** Mails to the owners of outputs that operators take down, or show again. */
@Module({ imports: [MailsModule], providers: [TakedownMailer] })
export class TakedownMailsModule {}
