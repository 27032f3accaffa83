import { Module } from '@nestjs/common';
import { MailProcessor } from './mail.processor';
import { MailsService } from './mails.service';

@Module({ providers: [MailProcessor, MailsService] })
export class MailsModule {}
