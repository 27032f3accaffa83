import { Module } from '@nestjs/common';
import { AdminOutputLabelController } from './admin-output-label.controller';
import { AdminOutputLabelService } from './admin-output-label.service';

@Module({ controllers: [AdminOutputLabelController], providers: [AdminOutputLabelService] })
export class AdminOutputLabelModule {}
