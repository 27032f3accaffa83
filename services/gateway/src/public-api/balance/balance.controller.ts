import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers/answers';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { publicBalance } from './public-balance';
import { PublicBalanceService } from './public-balance.service';

@ApiTags('public api')
@Controller('v1/balance')
export class PublicBalanceController {
  constructor(private readonly balance: PublicBalanceService) {}

  @Get()
  @Answers(200, publicBalance)
  @PublicApiRoute('billing:read', 'Returns the credits of the account and the budget of the key')
  get(@Req() { user }: ApiRequest) {
    return this.balance.get(user!);
  }
}
