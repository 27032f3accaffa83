import type { ExampleBody } from '@luit/contracts/generation/examples';
import type { ExampleView } from '@luit/contracts/http/examples';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { ExamplesService } from '../../../creations/examples/examples.service';
import type { Identity } from '../../../access/identities/token.strategy';

/** Adds and removes examples. */
@Injectable()
export class AdminExamplesService {
  constructor(
    private readonly calls: CallClient,
    private readonly examples: ExamplesService,
  ) {}

  async list(): Promise<{ items: ExampleView[] }> {
    return { items: await this.examples.list() };
  }

  /** @throws LuitError `not_found`; `conflict` if the video cannot be an example */
  async add(input: ExampleBody, { id: adminId }: Identity): Promise<{ message: string; example: ExampleView }> {
    const example = await this.calls.call(operationsCalls.addExample, { adminId, ...input });
    return { message: 'The example has been added', example: this.examples.view(example) };
  }

  /** @throws LuitError `not_found` */
  async remove(requestId: string, { id: adminId }: Identity): Promise<{ message: string }> {
    await this.calls.call(operationsCalls.removeExample, { adminId, requestId });
    return { message: 'The example has been removed' };
  }
}
