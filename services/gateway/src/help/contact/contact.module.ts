import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { ContactController } from './contact.controller';
import { ContactService } from './contact.service';

@Module({
  imports: [LimitsModule],
  controllers: [ContactController],
  providers: [ContactService],
})
export class ContactModule {}
