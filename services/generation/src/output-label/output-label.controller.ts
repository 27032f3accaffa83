import { generationCalls } from '@luit/contracts/generation/messages';
import type { OutputLabel } from '@luit/contracts/generation/output-label';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { OutputLabelService } from './output-label.service';

@Controller()
export class OutputLabelController {
  constructor(private readonly label: OutputLabelService) {}

  @OnCall(generationCalls.getOutputLabel)
  get(): Promise<OutputLabel> {
    return this.label.get();
  }

  @OnCall(operationsCalls.changeOutputLabel)
  change(input: RequestOf<typeof operationsCalls.changeOutputLabel>): Promise<OutputLabel> {
    return this.label.change(input);
  }
}
