import { Module } from '@nestjs/common';
import { OutputLabelService } from './output-label.service';

@Module({ providers: [OutputLabelService] })
export class OutputLabelModule {}
