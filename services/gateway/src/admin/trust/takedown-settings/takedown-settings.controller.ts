import { approval } from '@luit/contracts/billing/approvals';
import { takedownSettings, takedownSettingsBody } from '@luit/contracts/generation/takedowns';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Body, Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { uuidv7 } from 'uuidv7';
import { dtoOf } from '../../../http/requests/dto';
import { Answers } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import { requireStepUp } from '../../../access/identities/operator-access';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

class TakedownSettingsDto extends dtoOf(takedownSettingsBody) {}

@ApiTags('admin settings')
@ApiOperatorAuth()
@Controller('api/admin/settings/takedowns')
@UseGuards(AdminGuard)
@DataEnvelope()
export class TakedownSettingsController {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  @Get()
  @RequiresPermission('settings.read')
  @Answers(200, { settings: takedownSettings })
  @ApiOperation({ summary: 'Returns whether credits return after a takedown' })
  async get() {
    return { settings: await this.calls.call(operationsCalls.getTakedownSettings, {}) };
  }

  @Patch()
  @RequiresPermission('settings.change')
  @Answers(200, { settings: takedownSettings, approval: approval.nullable() })
  @ApiOperation({
    summary: 'Sets whether credits return after takedowns from now on; a second operator approves that they do',
  })
  async change(@CurrentUser() admin: Operator, @Body() { returnsCredits, reason }: TakedownSettingsDto) {
    const before = await this.calls.call(operationsCalls.getTakedownSettings, {});
    const givesMore = returnsCredits && !before.returnsCredits;
    if (givesMore) requireStepUp(admin);
    if (givesMore && (await this.approvals.isOn())) {
      const approval = await this.approvals.request(admin, {
        action: { kind: 'takedown_credits' },
        preview: {},
        reason: reason ?? 'Change of settings',
        idempotencyKey: uuidv7(),
      });
      return { message: APPROVAL_NEEDED, settings: before, approval };
    }
    const change = { adminId: admin.id, returnsCredits };
    const settings = await this.calls.call(operationsCalls.changeTakedownSettings, change);
    return { message: 'The setting has been saved', settings, approval: null };
  }
}
