import { Body, Controller, Header, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LinkDto } from '../accounts/accounts.dto';
import { Answers } from '../../http/answers/answers';
import { CurrentUser, UserGuard } from '../../access/identities/identity.guards';
import type { Identity } from '../../access/identities/token.strategy';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { AccountExportsService, exportedAccount } from './account-exports.service';

@ApiTags('auth')
@Controller('api/auth/account/export')
export class AccountExportsController {
  constructor(private readonly exports: AccountExportsService) {}

  @Post()
  @Answers(202)
  @UseGuards(UserGuard, PerMinute('exportPerMinute'))
  @ApiBearerAuth('user')
  @ApiOperation({ summary: 'Emails a link to an export of all account data' })
  request(@CurrentUser() user: Identity) {
    return this.exports.request(user);
  }

  @Post('download')
  @Answers(200, exportedAccount)
  @UseGuards(PerMinute('exportPerMinute'))
  @Header('content-disposition', 'attachment; filename="luit-account.json"')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Downloads the export as JSON with the token from the emailed link' })
  download(@Body() { token }: LinkDto) {
    return this.exports.download(token);
  }
}
