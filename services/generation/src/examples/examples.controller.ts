import type { Example } from '@luit/contracts/generation/examples';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ExamplesService } from './examples.service';

@Controller()
export class ExamplesController {
  constructor(private readonly examples: ExamplesService) {}

  @OnCall(generationCalls.listExamples)
  async list(): Promise<{ examples: Example[] }> {
    return { examples: await this.examples.list() };
  }

  @OnCall(operationsCalls.addExample)
  add(input: RequestOf<typeof operationsCalls.addExample>): Promise<Example> {
    return this.examples.add(input);
  }

  @OnCall(operationsCalls.removeExample)
  async remove(input: RequestOf<typeof operationsCalls.removeExample>): Promise<Record<string, never>> {
    await this.examples.remove(input);
    return {};
  }
}
