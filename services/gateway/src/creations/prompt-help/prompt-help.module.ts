import { Module } from '@nestjs/common';
import { LimitsModule } from '../../access/limits/limits.module';
import { PromptHelpController } from './prompt-help.controller';
import { PromptHelpService } from './prompt-help.service';

@Module({ imports: [LimitsModule], controllers: [PromptHelpController], providers: [PromptHelpService] })
export class PromptHelpModule {}
