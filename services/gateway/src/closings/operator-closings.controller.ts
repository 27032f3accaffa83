import { Body, Controller, Delete, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataEnvelope } from '../http/envelope.interceptor';
import { AdminGuard, CurrentUser } from '../identities/identity.guards';
import type { Identity } from '../identities/token.strategy';
import { OperatorClosingInput } from './closings.input';
import { ClosingsService } from './closings.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin/users')
@DataEnvelope()
export class OperatorClosingsController {
  constructor(private readonly closings: ClosingsService) {}

  @Delete(':id')
  @HttpCode(202)
  @UseGuards(AdminGuard)
  @ApiOperation({ summary: 'Deletes an account; its payments and ledger stay, without a name' })
  close(@Param('id') userId: string, @Body() input: OperatorClosingInput, @CurrentUser() admin: Identity) {
    return this.closings.closeFor(admin, userId, input);
  }
}
