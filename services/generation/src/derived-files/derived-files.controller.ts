import type { Derivation, DerivedFiles } from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { DerivedFilesService } from './derived-files.service';

@Controller()
export class DerivedFilesController {
  constructor(private readonly derivedFiles: DerivedFilesService) {}

  @OnCall(generationCalls.getDerivedFiles)
  async get(input: RequestOf<typeof generationCalls.getDerivedFiles>): Promise<{ derived: DerivedFiles | null }> {
    return { derived: await this.derivedFiles.find(input) };
  }

  @OnCall(generationCalls.requestDerivedFiles)
  async request(input: RequestOf<typeof generationCalls.requestDerivedFiles>): Promise<{ derived: DerivedFiles }> {
    return { derived: await this.derivedFiles.request(input) };
  }

  @OnCall(generationCalls.claimDerivation)
  claim({ requestId }: { requestId: string }): Promise<Derivation> {
    return this.derivedFiles.claim(requestId);
  }

  @OnCall(generationCalls.recordDerivation)
  async record(input: RequestOf<typeof generationCalls.recordDerivation>): Promise<{ isKept: boolean }> {
    return { isKept: await this.derivedFiles.record(input) };
  }

  @OnCall(generationCalls.recordDerivationFailure)
  async recordFailure({ requestId }: { requestId: string }): Promise<Record<string, never>> {
    await this.derivedFiles.recordFailure(requestId);
    return {};
  }
}
