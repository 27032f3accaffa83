import { usageQuery } from '@luit/contracts/generation/usage';
import { Controller, Get, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { dtoOf } from '../../http/requests/dto';
import { Answers, AnswersFile } from '../../http/answers/answers';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { usage } from './usage';
import { PublicUsageService } from './usage.service';

class UsageQuery extends dtoOf(usageQuery) {}

@ApiTags('public api')
@Controller('v1')
export class PublicUsageController {
  constructor(private readonly usages: PublicUsageService) {}

  @Get('usage')
  @Answers(200, usage)
  @PublicApiRoute('billing:read', 'Sums the requests and credits of the account by day in IST, model or API key')
  read(@Req() { user }: ApiRequest, @Query() query: UsageQuery) {
    return this.usages.read(user!, query);
  }

  @Get('usage.csv')
  @AnswersFile('text/csv')
  @PublicApiRoute('billing:read', 'Returns the same as CSV')
  file(@Req() { user }: ApiRequest, @Query() query: UsageQuery): Promise<StreamableFile> {
    return this.usages.file(user!, query);
  }
}
