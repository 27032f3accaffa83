import { Module } from '@nestjs/common';
import { VerificationsService } from './verifications.service';

@Module({ providers: [VerificationsService] })
export class VerificationsModule {}
