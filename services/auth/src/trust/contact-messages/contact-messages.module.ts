import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { ContactMessagesService } from './contact-messages.service';

/** Messages from the contact page. */
@Module({
  imports: [MailsModule, AuditLogModule],
  providers: [ContactMessagesService],
})
export class ContactMessagesModule {}
