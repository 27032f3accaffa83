import { Module } from '@nestjs/common';
import { OutputLabelController } from './output-label.controller';
import { OutputLabelService } from './output-label.service';

@Module({ controllers: [OutputLabelController], providers: [OutputLabelService] })
export class OutputLabelModule {}
