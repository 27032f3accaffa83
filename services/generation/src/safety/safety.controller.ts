import { outputSafetyCalls, refusalCalls, safetyCalls, type SafetySettings } from '@luit/contracts/generation/safety';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { OutputJudgmentsService } from './output-judgments.service';
import { SafetyAppealsService } from './safety-appeals.service';
import { type FindingPage, SafetyReviewsService } from './safety-reviews.service';
import { SafetySettingsService } from './safety-settings.service';

@Controller()
export class SafetyController {
  constructor(
    private readonly settings: SafetySettingsService,
    private readonly reviews: SafetyReviewsService,
    private readonly appeals: SafetyAppealsService,
    private readonly judgments: OutputJudgmentsService,
  ) {}

  @OnCall(safetyCalls.getSafetySettings)
  get(): Promise<SafetySettings> {
    return this.settings.get();
  }

  @OnCall(safetyCalls.changeSafetyCategory)
  changeCategory(input: RequestOf<typeof safetyCalls.changeSafetyCategory>): Promise<SafetySettings> {
    return this.settings.changeCategory(input);
  }

  @OnCall(safetyCalls.changeSafetyThrottle)
  changeThrottle(input: RequestOf<typeof safetyCalls.changeSafetyThrottle>): Promise<SafetySettings> {
    return this.settings.changeThrottle(input);
  }

  @OnCall(safetyCalls.changeSafetyClassifier)
  changeClassifier(input: RequestOf<typeof safetyCalls.changeSafetyClassifier>): Promise<SafetySettings> {
    return this.settings.changeClassifier(input);
  }

  @OnCall(safetyCalls.listSafetyFindings)
  list(input: RequestOf<typeof safetyCalls.listSafetyFindings>): Promise<FindingPage> {
    return this.reviews.list(input);
  }

  @OnCall(safetyCalls.decideSafetyFinding)
  async decide(input: RequestOf<typeof safetyCalls.decideSafetyFinding>): Promise<Record<string, never>> {
    await this.reviews.decide(input);
    return {};
  }

  @OnCall(refusalCalls.appealRefusal)
  async appeal(input: RequestOf<typeof refusalCalls.appealRefusal>): Promise<Record<string, never>> {
    await this.appeals.appeal(input);
    return {};
  }

  @OnCall(outputSafetyCalls.judgeOutput)
  judge(input: RequestOf<typeof outputSafetyCalls.judgeOutput>): Promise<{ refusal: string | null }> {
    return this.judgments.judge(input);
  }

  @OnCall(safetyCalls.openFindingOutput)
  openOutput(input: RequestOf<typeof safetyCalls.openFindingOutput>): Promise<{ key: string }> {
    return this.judgments.open(input);
  }
}
