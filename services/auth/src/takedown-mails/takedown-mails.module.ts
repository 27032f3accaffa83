import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { TakedownMailer } from './takedown-mailer';
import { TakedownMailsController } from './takedown-mails.controller';

/** Mails to the owners of outputs that operators take down, or show again. */
@Module({ imports: [MailsModule], controllers: [TakedownMailsController], providers: [TakedownMailer] })
export class TakedownMailsModule {}
