import { generationCalls } from '@luit/contracts/generation/messages';
import type { NamedOutput, VerifiedOutputs } from '@luit/contracts/generation/verifications';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { VerificationsService } from './verifications.service';

@Controller()
export class VerificationsController {
  constructor(private readonly verifications: VerificationsService) {}

  @OnCall(generationCalls.findNamedOutput)
  async findNamed(input: RequestOf<typeof generationCalls.findNamedOutput>): Promise<{ output: NamedOutput | null }> {
    return { output: await this.verifications.findNamed(input) };
  }

  @OnCall(generationCalls.findSimilarOutputs)
  async findSimilar({
    possible,
  }: RequestOf<typeof generationCalls.findSimilarOutputs>): Promise<{ outputs: VerifiedOutputs | null }> {
    return { outputs: await this.verifications.findSimilar(possible) };
  }
}
