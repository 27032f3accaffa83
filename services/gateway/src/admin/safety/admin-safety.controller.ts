import { type SafetyCategory, safetySettings } from '@luit/contracts/generation/safety';
import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import { RequiresPermission } from '../../identities/operator-permission';
import type { Identity } from '../../identities/token.strategy';
import { SafetyCategoryDto, SafetyThrottleDto } from './admin-safety.dto';
import { AdminSafetyService } from './admin-safety.service';

@ApiTags('admin safety')
@ApiOperatorAuth()
@Controller('api/admin/safety')
@UseGuards(AdminGuard)
@DataEnvelope()
export class AdminSafetyController {
  constructor(private readonly safety: AdminSafetyService) {}

  @Get()
  @RequiresPermission('safety.read')
  @Answers(200, safetySettings)
  @ApiOperation({ summary: 'Returns which prompts are refused or reviewed' })
  get() {
    return this.safety.get();
  }

  @Put('categories/:category')
  @RequiresPermission('safety.change')
  @Answers(200, safetySettings)
  @ApiOperation({ summary: 'Replaces the verdict and the words of a category' })
  changeCategory(
    @Param('category') category: SafetyCategory,
    @Body() input: SafetyCategoryDto,
    @CurrentUser() admin: Identity,
  ) {
    return this.safety.changeCategory(category, input, admin);
  }

  @Put('throttle')
  @RequiresPermission('safety.change')
  @Answers(200, safetySettings)
  @ApiOperation({ summary: 'Sets how many refused prompts pause an account, and for how long' })
  changeThrottle(@Body() input: SafetyThrottleDto, @CurrentUser() admin: Identity) {
    return this.safety.changeThrottle(input, admin);
  }
}
