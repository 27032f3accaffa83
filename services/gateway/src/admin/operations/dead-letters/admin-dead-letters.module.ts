import { Module } from '@nestjs/common';
import { AdminDeadLettersController } from './admin-dead-letters.controller';
import { AdminDeadLettersService } from './admin-dead-letters.service';

@Module({ controllers: [AdminDeadLettersController], providers: [AdminDeadLettersService] })
export class AdminDeadLettersModule {}
