import { Module } from '@nestjs/common';
import { AccessRecorder } from './access-recorder';

@Module({
  providers: [AccessRecorder],
  exports: [AccessRecorder],
})
export class AuditModule {}
